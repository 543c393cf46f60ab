"""Check every pinned package for known vulnerabilities, with pip-audit.

Packages that can't be checked, for instance without a network, are reported, too.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

PINNED = Path(__file__).resolve().parent.parent / "constraints.txt"


def main() -> int:
    """Run the check and print its results; return the exit code."""
    command = [sys.executable, "-m", "pip_audit", "-r", str(PINNED), "--no-deps", "--disable-pip", "-f", "json"]
    ran = subprocess.run([*command, "--progress-spinner", "off"], capture_output=True, text=True)
    try:
        packages = json.loads(ran.stdout)["dependencies"]
    except json.JSONDecodeError:
        print(f"pip-audit failed: {ran.stderr.strip().splitlines()[-1]}")
        return 2
    bad = [one for one in packages if one.get("vulns")]
    unknown = [one for one in packages if "skip_reason" in one]
    for one in bad:
        found = ", ".join(
            f"{it['id']} (fixed in {', '.join(it['fix_versions']) or 'no version yet'})" for it in one["vulns"]
        )
        print(f"{one['name']} {one['version']}: {found}")
    print(f"{len(packages) - len(unknown)} of {len(packages)} packages checked: {len(bad)} with known vulnerabilities.")
    if unknown:
        print(f"{len(unknown)} packages could not be checked: there is no data about them.")
    return 1 if bad else 2 if unknown else 0


if __name__ == "__main__":
    sys.exit(main())
