"""Looks up every pinned package among the known vulnerabilities, with pip-audit.

What it can't look up, for instance without the network, it says: silence would read like a clean bill.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

PINNED = Path(__file__).resolve().parent.parent / "constraints.txt"


def main() -> int:
    command = [sys.executable, "-m", "pip_audit", "-r", str(PINNED), "--no-deps", "--disable-pip", "-f", "json"]
    ran = subprocess.run([*command, "--progress-spinner", "off"], capture_output=True, text=True)
    try:
        packages = json.loads(ran.stdout)["dependencies"]
    except json.JSONDecodeError:
        print(f"pip-audit could not look anything up: {ran.stderr.strip().splitlines()[-1]}")
        return 2
    bad = [one for one in packages if one.get("vulns")]
    unknown = [one for one in packages if "skip_reason" in one]
    for one in bad:
        found = ", ".join(
            f"{it['id']} (mended in {', '.join(it['fix_versions']) or 'none yet'})" for it in one["vulns"]
        )
        print(f"{one['name']} {one['version']}: {found}")
    print(
        f"{len(packages) - len(unknown)} of {len(packages)} packages looked up, {len(bad)} with known vulnerabilities."
    )
    if unknown:
        print(f"No data could be had on {len(unknown)} packages, so nothing is known of them.")
    return 1 if bad else 2 if unknown else 0


if __name__ == "__main__":
    sys.exit(main())
