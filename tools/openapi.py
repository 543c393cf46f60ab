"""Generate web/src/lib/api.ts from the calls of the server: the page's types, and its client.

``--check`` changes nothing and fails if the file is outdated.
"""

from __future__ import annotations

import json
import re
import sys
from inspect import Parameter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rival.engine import Engine
from rival.engine.calls import Call, list_calls, list_parameters
from rival.server.app import make_app
from rival.server.server_api import ServerApi
from rival.storage import Database, SqlGameRepository

WEB = Path(__file__).parent.parent / "web"
FILE_HEADER = "/* Made by tools/openapi.py from the API of the server; not to be edited. */\n"
JSON_TYPE = "export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };\n"
TYPE_NAMES = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def format_type(schema: dict[str, Any]) -> str:
    """Return a JSON schema as a TypeScript type."""
    match schema:
        case {"$ref": ref}:
            return str(ref).rpartition("/")[2]
        case {"anyOf": choices} | {"oneOf": choices}:
            return " | ".join(dict.fromkeys(format_type(item) for item in choices))
        case {"const": value}:
            return json.dumps(value)
        case {"enum": values}:
            return " | ".join(json.dumps(item) for item in values)
        case {"type": "array", "prefixItems": parts}:
            return f"[{', '.join(format_type(item) for item in parts)}]"
        case {"type": "array", "items": items}:
            inner = format_type(items)
            return f"({inner})[]" if "|" in inner else f"{inner}[]"
        case {"type": "object", "additionalProperties": dict() as values}:
            return (
                f"{{ [name in {format_type(schema.get('propertyNames', {'type': 'string'}))}]: {format_type(values)} }}"
            )
        case {"type": "object"}:
            return "{ [name: string]: Json }"
        case {"type": str(name)}:
            return TYPE_NAMES[name]
    return "Json"


def format_interface(name: str, schema: dict[str, Any]) -> str:
    """Return a schema as a TypeScript interface."""
    required = schema.get("required", [])
    lines = [f"/** {' '.join(schema['description'].split())} */"] if "description" in schema else []
    lines.append(f"export interface {name} {{")
    for field, field_schema in schema["properties"].items():
        lines.append(f"  {field}{'' if field in required else '?'}: {format_type(field_schema)};")
    return "\n".join([*lines, "}\n"])


def format_types(description: dict[str, Any]) -> str:
    """Return all schemas as TypeScript interfaces."""
    schemas = description["components"]["schemas"]
    return "\n".join([FILE_HEADER, JSON_TYPE, *(format_interface(name, schemas[name]) for name in sorted(schemas))])


# --- the client --------------------------------------------------------------------------------------------

RESULT_KINDS = {"application/json": "", "application/zip": " =zip", "text/event-stream": " =stream"}
"""How a result is marked in the table of calls; any other kind is a text."""
CALLS_COMMENT = "/** Every call of the API. */"
TABLE_COMMENT = """\
/**
 * The declaration of every call: its method, its path with the first parameters, the others, and the kind of its result
 * if that is not JSON.
 */"""


def format_calls(api: type, description: dict[str, Any]) -> str:
    """Return the calls as a TypeScript interface, and as a table for the client."""
    operations = {
        operation["operationId"]: operation for path in description["paths"].values() for operation in path.values()
    }
    signatures, table = [], []
    for call in list_calls(api):
        kind = " =none" if call.status == 204 else RESULT_KINDS.get(call.media_type, " =text")
        if kind == " =stream":  # the page reads it with EventSource
            continue
        operation = operations[call.name]
        names = [name for name in list_parameters(api, call.name) if name != "caller"]
        others = [name for name in names if f"{{{name}}}" not in call.path]
        declaration = " ".join([call.method, call.path, *others])
        name = re.sub("_(.)", lambda found: found[1].upper(), call.name)
        comment = " ".join(operation["description"].split())
        parameters = format_parameters(api, call.name, names, operation)
        signatures.append(f"  /** {comment} */\n  {name}({parameters}): Promise<{format_result(call, operation)}>;")
        table.append(f'  {name}: "{declaration}{kind}",')
    interface = ["", CALLS_COMMENT, "export interface Calls {", *signatures, "}", ""]
    return "\n".join(
        [*interface, TABLE_COMMENT, "export const CALLS: Record<keyof Calls, string> = {", *table, "};", ""]
    )


def format_parameters(api: type, call: str, names: list[str], operation: dict[str, Any]) -> str:
    """Return the parameters of a call in TypeScript. Those before the language can't be omitted."""
    schemas = {entry["name"]: entry["schema"] for entry in operation.get("parameters", ())}
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    types = {"lang": "string", "file": "Blob", "body": "" if body is None else format_type(body)}
    formatted = []
    for index, name in enumerate(names):
        has_default = list_parameters(api, call)[name][1].default is not Parameter.empty
        is_optional = has_default and "lang" not in names[index:]
        formatted.append(f"{name}{'?' if is_optional else ''}: {types.get(name) or format_type(schemas[name])}")
    return ", ".join(formatted)


def format_result(call: Call, operation: dict[str, Any]) -> str:
    """Return the result of a call in TypeScript."""
    if call.status == 204:
        return "void"
    if call.media_type == "application/zip":
        return "{ file: Blob; more: boolean }"
    if call.media_type != "application/json":
        return "string"
    return format_type(operation["responses"][str(call.status)]["content"][call.media_type]["schema"])


def make_files() -> dict[Path, str]:
    """Return the paths of the files and their expected contents."""
    with TemporaryDirectory() as folder:
        repository = SqlGameRepository(Database(f"sqlite:///{folder}/rival.db"))
        description = make_app(Engine(repository)).openapi()
        repository.database.close()
    return {WEB / "src" / "lib" / "api.ts": format_types(description) + format_calls(ServerApi, description)}


def main() -> int:
    """Write or check the files; return the exit code."""
    expected = make_files()
    outdated = [
        path for path, text in expected.items() if not path.exists() or path.read_text(encoding="utf-8") != text
    ]
    if "--check" in sys.argv:
        for path in outdated:
            print(f"{path.relative_to(WEB.parent)} is outdated. Run “python tools/openapi.py”.")
        return 1 if outdated else 0
    for path in outdated:
        path.write_text(expected[path], encoding="utf-8")
    print("The types and the client of the page are up to date.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
