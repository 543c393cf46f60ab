"""Generate the API description: ``python tools/openapi.py`` writes web/openapi.json and web/src/lib/api.ts.

The second file contains the page's types. ``--check`` changes nothing and fails if the files are outdated.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rival.engine import Engine
from rival.server.app import make_app
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


def make_files() -> dict[Path, str]:
    """Return the paths of the files and their expected contents."""
    with TemporaryDirectory() as folder:
        repository = SqlGameRepository(Database(f"sqlite:///{folder}/rival.db"))
        description = make_app(Engine(repository)).openapi()
        repository.database.close()
    return {
        WEB / "openapi.json": json.dumps(description, indent=1, ensure_ascii=False, sort_keys=True) + "\n",
        WEB / "src" / "lib" / "api.ts": format_types(description),
    }


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
    print("The description of the API is up to date.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
