//! Each parameter of the step moved.
