"""Calls the component from Python: `python3 host.py COMPONENT CALLS`, PYTHONPATH with the package wasmtime.

CALLS is a JSON array of [function, arguments] with the values of jco; a number that JSON has no word for is {"$": "NaN"}.
Prints an array of {"ok": value} or {"err": error}, in order. Knows no type by name: it goes by those that the component tells.
"""

import json
import re
import sys

from wasmtime import Engine, Store
from wasmtime.component import (
    F64, Component, FlagsType, Linker, ListType, OptionType, Record, RecordType, ResultType, Variant, VariantType,
)


def camel(name):
    return re.sub("-(.)", lambda match: match[1].upper(), name)


def kebab(name):
    return re.sub("[A-Z]", lambda match: "-" + match[0].lower(), name)


def lower(kind, value):
    """A value of JSON as wasmtime takes it."""
    if isinstance(kind, OptionType):
        return None if value is None else lower(kind.payload, value)
    if isinstance(kind, RecordType):
        record = Record()
        for name, inner in kind.fields:
            setattr(record, name, lower(inner, value.get(camel(name))))
        return record
    if isinstance(kind, ListType):
        return [lower(kind.element, inner) for inner in value]
    if isinstance(kind, FlagsType):
        return {kebab(name) for name, is_set in value.items() if is_set}
    if isinstance(kind, F64):
        return float(value["$"] if isinstance(value, dict) else value)
    return value


def lift(kind, value):
    """What wasmtime gives, as JSON; absent fields are left out."""
    if isinstance(kind, OptionType):
        return None if value is None else lift(kind.payload, value)
    if isinstance(kind, RecordType):
        fields = {camel(name): lift(inner, getattr(value, name)) for name, inner in kind.fields}
        return {name: inner for name, inner in fields.items() if inner is not None}
    if isinstance(kind, ListType):
        return [lift(kind.element, inner) for inner in value]
    if isinstance(kind, FlagsType):
        return {camel(name): name in value for name in kind.names}
    if isinstance(kind, VariantType):
        carried = dict(kind.cases)[value.tag]
        return {"tag": value.tag} if carried is None else {"tag": value.tag, "val": lift(carried, value.payload)}
    return value


def outcome(kind, value):
    if not isinstance(kind, ResultType):
        return {"ok": lift(kind, value)}
    # wasmtime leaves the Variant out where ok and err are of different classes: a list, a Record.
    if not isinstance(value, Variant):
        value = Variant("ok" if isinstance(value, list) else "err", value)
    return {value.tag: lift(kind.ok if value.tag == "ok" else kind.err, value.payload)}


def main(file, calls):
    engine = Engine()
    store = Store(engine)
    component = Component.from_file(engine, file)
    assert component.type.imports(engine) == {}, "the component imports something"
    (api,) = component.type.exports(engine)
    instance = Linker(engine).instantiate(store, component)
    functions = {}
    for name in {name for name, _ in calls}:
        index = instance.get_export_index(store, kebab(name), instance.get_export_index(store, api))
        function = instance.get_func(store, index)
        functions[name] = (function, function.type(store))
    answers = []
    for name, values in calls:
        function, kind = functions[name]
        values = [lower(inner, value) for (_, inner), value in zip(kind.params, values, strict=True)]
        answers.append(outcome(kind.result, function(store, *values)))
    json.dump(answers, sys.stdout)


if __name__ == "__main__":
    with open(sys.argv[2], encoding="utf-8") as calls:
        main(sys.argv[1], json.load(calls))
