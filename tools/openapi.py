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
from rival.storage import Database, SqlShelf

WEB = Path(__file__).parent.parent / "web"
HEAD = "/* Made by tools/openapi.py from the API of the server; not to be edited. */\n"
JSON = "export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };\n"
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def type_of(schema: dict[str, Any]) -> str:
    """Return a JSON schema as a TypeScript type."""
    match schema:
        case {"$ref": ref}:
            return str(ref).rpartition("/")[2]
        case {"anyOf": choices} | {"oneOf": choices}:
            return " | ".join(dict.fromkeys(type_of(one) for one in choices))
        case {"const": value}:
            return json.dumps(value)
        case {"enum": values}:
            return " | ".join(json.dumps(one) for one in values)
        case {"type": "array", "prefixItems": parts}:
            return f"[{', '.join(type_of(one) for one in parts)}]"
        case {"type": "array", "items": items}:
            inner = type_of(items)
            return f"({inner})[]" if "|" in inner else f"{inner}[]"
        case {"type": "object", "additionalProperties": dict() as values}:
            return f"{{ [name in {type_of(schema.get('propertyNames', {'type': 'string'}))}]: {type_of(values)} }}"
        case {"type": "object"}:
            return "{ [name: string]: Json }"
        case {"type": str(name)}:
            return PLAIN[name]
    return "Json"


def interface(name: str, schema: dict[str, Any]) -> str:
    """Return a schema as a TypeScript interface."""
    required = schema.get("required", [])
    lines = [f"/** {' '.join(schema['description'].split())} */"] if "description" in schema else []
    lines.append(f"export interface {name} {{")
    for field, inner in schema["properties"].items():
        lines.append(f"  {field}{'' if field in required else '?'}: {type_of(inner)};")
    return "\n".join([*lines, "}\n"])


def types(description: dict[str, Any]) -> str:
    """Return all schemas as TypeScript interfaces."""
    schemas = description["components"]["schemas"]
    return "\n".join([HEAD, JSON, *(interface(name, schemas[name]) for name in sorted(schemas))])


def files() -> dict[Path, str]:
    """Return the paths of the files and their expected contents."""
    with TemporaryDirectory() as folder:
        shelf = SqlShelf(Database(f"sqlite:///{folder}/rival.db"))
        description = make_app(Engine(shelf)).openapi()
        shelf.database.close()
    return {
        WEB / "openapi.json": json.dumps(description, indent=1, ensure_ascii=False, sort_keys=True) + "\n",
        WEB / "src" / "lib" / "api.ts": types(description),
    }


def main() -> int:
    """Write or check the files; return the exit code."""
    wanted = files()
    old = [path for path, text in wanted.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    if "--check" in sys.argv:
        for path in old:
            print(f"{path.relative_to(WEB.parent)} is outdated. Run “python tools/openapi.py”.")
        return 1 if old else 0
    for path in old:
        path.write_text(wanted[path], encoding="utf-8")
    print("The description of the API is up to date.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
