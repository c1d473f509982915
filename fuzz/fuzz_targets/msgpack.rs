//! Any bytes as MessagePack, by themselves and as values of a few types. Large inputs count: run it with
//! `-max_len=1000000`.
#![no_main]

use hclx_core::{Budget, MAX_DEPTH, Rules, Type, msgpack};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let _budget = Budget::default();
    let implied = msgpack::implied_type(bytes);
    let types = [
        Type::ANY,
        Type::list(Type::ANY),
        Type::map(Type::STRING),
        Type::set(Type::NUMBER),
        Type::tuple([Type::BOOL, Type::INT]),
        Type::object([("a", Type::STRING), ("b", Type::list(Type::NUMBER))]),
    ];
    for ty in types.into_iter().chain(implied) {
        let Ok(value) = msgpack::decode(bytes, &ty) else { continue };
        assert!(value.depth() <= 2 * MAX_DEPTH, "values have a depth limit");
        let _ = value.to_string();
        if let Ok(again) = msgpack::encode(&value, value.ty(), &Rules::exact()) {
            assert!(msgpack::decode(&again, value.ty()).is_ok(), "what was written reads back");
        }
    }
});
