//! Functions with a different result each time. Their results are unknown here, so that equal files always
//! have equal findings; only facts that hold for every result are known.

use super::{Answer, Args, EarlyReturn, FunctionRow};
use crate::values::narrow::narrowed;

pub(super) const ROWS: &[FunctionRow] = &[
    FunctionRow::new(
        "bcrypt",
        "(str: string, cost: number...) -> string",
        "a bcrypt hash of a string; unknown here, because the salt differs each time",
        &[("startswith(bcrypt(\"hello\"), \"$2a$\")", "true")],
        salted,
    )
    .bounded(|args, unknown| {
        let cost = args.find(1).map_or(Some(DEFAULT_COST), |_| args.integer(1).ok());
        let head = match cost {
            // A cost that is too low is raised to the default.
            Some(cost) => format!("$2a${:02}$", if cost < LEAST_COST { DEFAULT_COST } else { cost }),
            None => "$2a$".to_owned(),
        };
        narrowed(unknown, |refiner| refiner.prefix_full(&head))
    }),
    FunctionRow::new(
        "plantimestamp",
        "() -> string",
        "the time of the plan in UTC; unknown here",
        &[("startswith(plantimestamp(), \"never\")", "false")],
        |_| Err(EarlyReturn::Unknown),
    )
    // The year is between 2000 and 2999.
    .bounded(|_, unknown| narrowed(unknown, |refiner| refiner.prefix_full("2")))
    .since(Some("1.5"), Some("1.6")),
    FunctionRow::new(
        "timestamp",
        "() -> string",
        "the current time in UTC; unknown here",
        &[("startswith(timestamp(), \"never\")", "false")],
        |_| Err(EarlyReturn::Unknown),
    )
    .bounded(|_, unknown| narrowed(unknown, |refiner| refiner.prefix_full("2"))),
    FunctionRow::new(
        "uuid",
        "() -> string",
        "a random UUID; unknown here, because it differs each time",
        &[("uuid() == null", "false")],
        |_| Err(EarlyReturn::Unknown),
    ),
];

const LEAST_COST: i64 = 4;
const MOST_COST: i64 = 31;
const DEFAULT_COST: i64 = 10;
/// The maximum length of a hashed string.
const LONGEST: usize = 72;

fn salted(args: &Args<'_>) -> Answer {
    if args.count() > 2 {
        return Err(args
            .failed(format!("takes one or two arguments, found {}", args.count()))
            .argument(2)
            .into());
    }
    if args.find(1).is_some_and(hclx_core::Value::is_known) {
        let cost = args.integer(1)?;
        if cost > MOST_COST {
            return Err(args.fault(1, format!("must be at most {MOST_COST}, found {cost}")).into());
        }
    }
    let length = args.string(0)?.len();
    if length > LONGEST {
        let message = format!("must have at most {LONGEST} bytes, found {length}");
        return Err(args.fault(0, message).into());
    }
    Err(EarlyReturn::Unknown)
}
