//! The entry points of the macros on nvptx64.
//!
//! A procedural macro cannot detect the target of the crate in which it expands. But the crate `ptx` is compiled for
//! the same target, so its `cfg` selects the directives that the procedural macro receives.

/// Defines the macro `$name`. This macro calls `$next` with the directives of the first row whose target feature is
/// enabled, followed by its own tokens. If a build selects a processor, rustc also enables the features of all
/// earlier processors, so the rows begin with the newest processor.
macro_rules! ladder {
    ($d:tt $name:ident => $next:ident [$($newer:literal)*]) => {
        #[cfg(not(any($(target_feature = $newer),*)))]
        #[doc(hidden)]
        #[macro_export]
        macro_rules! $name {
            ($d($d tokens:tt)*) => { $crate::$next! { [] $d($d tokens)* } };
        }
    };
    (
        $d:tt $name:ident => $next:ident [$($newer:literal)*]
        $feature:literal { $($directive:tt)* } $($older:tt)*
    ) => {
        #[cfg(all(target_feature = $feature, not(any($(target_feature = $newer),*))))]
        #[doc(hidden)]
        #[macro_export]
        macro_rules! $name {
            ($d($d tokens:tt)*) => { $crate::$next! { [$($directive)*] $d($d tokens)* } };
        }
        ladder! { $d $name => $next [$($newer)* $feature] $($older)* }
    };
}

// The processors for which rustc 1.95 sets a target feature, each with the PTX version that the processor implies. The
// rows omit sm_30 and sm_70. One of these is the default target of rustc (sm_30, or sm_70 from 1.97 on). Even if the
// build names no processor, rustc sets the feature of its default target. For sm_103, sm_110, sm_121 and the
// family-specific targets, rustc 1.95 sets no feature.
ladder! { $ __ptx_target => __ptx_version []
    "sm_120a" { .version 8.7 .target sm_120a }
    "sm_120" { .version 8.7 .target sm_120 }
    "sm_101a" { .version 8.6 .target sm_101a }
    "sm_101" { .version 8.6 .target sm_101 }
    "sm_100a" { .version 8.6 .target sm_100a }
    "sm_100" { .version 8.6 .target sm_100 }
    "sm_90a" { .version 8.0 .target sm_90a }
    "sm_90" { .version 7.8 .target sm_90 }
    "sm_89" { .version 7.8 .target sm_89 }
    "sm_87" { .version 7.4 .target sm_87 }
    "sm_86" { .version 7.1 .target sm_86 }
    "sm_80" { .version 7.0 .target sm_80 }
    "sm_75" { .version 6.3 .target sm_75 }
    "sm_72" { .version 6.1 .target sm_72 }
}

// The PTX versions for which rustc sets a target feature. With `-C target-feature=+ptx83`, for example, a build selects
// a newer version than its processor implies.
ladder! { $ __ptx_version => __ptx_on_device []
    "ptx87" { .version 8.7 }
    "ptx86" { .version 8.6 }
    "ptx85" { .version 8.5 }
    "ptx84" { .version 8.4 }
    "ptx83" { .version 8.3 }
    "ptx82" { .version 8.2 }
    "ptx81" { .version 8.1 }
    "ptx80" { .version 8.0 }
    "ptx78" { .version 7.8 }
    "ptx77" { .version 7.7 }
    "ptx76" { .version 7.6 }
    "ptx75" { .version 7.5 }
    "ptx74" { .version 7.4 }
    "ptx73" { .version 7.3 }
    "ptx72" { .version 7.2 }
    "ptx71" { .version 7.1 }
    "ptx70" { .version 7.0 }
}

/// Expands `ptx!` on the device.
#[doc(hidden)]
#[macro_export]
macro_rules! __device_ptx {
    ($($tokens:tt)*) => { $crate::__ptx_target! { $($tokens)* } };
}

/// Passes the directives and the tokens to the procedural macro.
#[doc(hidden)]
#[macro_export]
macro_rules! __ptx_on_device {
    ($($tokens:tt)*) => { $crate::__private::__ptx_on_device! { $($tokens)* } };
}

/// Expands `sass!` on the device to an error.
#[doc(hidden)]
#[macro_export]
macro_rules! __device_sass {
    ($($tokens:tt)*) => {
        $crate::__private::compile_error!(
            "`sass!` is not available on the device: the compiler chooses the machine instructions\n\
             help: write `ptx!`"
        )
    };
}

/// Expands `include_ptx!` on the device to an error.
#[doc(hidden)]
#[macro_export]
macro_rules! __device_include_ptx {
    ($($tokens:tt)*) => {
        $crate::__private::compile_error!(
            "`include_ptx!` is not available on the device\n\
             help: declare the function in an `extern \"C\"` block and link the same PTX file"
        );
    };
}
