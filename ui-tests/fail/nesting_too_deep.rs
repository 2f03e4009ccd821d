use ptx::ptx;

macro_rules! deeper {
    (() $($inner:tt)*) => { ptx! { $($inner)* } };
    (($($count:tt)*) $($inner:tt)*) => { deeper! { step ($($count)*) $($inner)* } };
    (step (. $($count:tt)*) $($inner:tt)*) => { deeper! { ($($count)*) {$($inner)*} } };
}

fn main() {
    deeper! {
        (
            . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . .
            . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . .
            . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . .
        )
    }
}
