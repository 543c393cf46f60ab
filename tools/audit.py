"""Check every pinned package for known vulnerabilities, with pip-audit.

Packages that can't be checked, for instance without a network, are reported, too.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

CONSTRAINTS = Path(__file__).resolve().parent.parent / "constraints.txt"


def main() -> int:
    """Run the check and print its results; return the exit code."""
    command = [sys.executable, "-m", "pip_audit", "-r", str(CONSTRAINTS), "--no-deps", "--disable-pip", "-f", "json"]
    completed = subprocess.run([*command, "--progress-spinner", "off"], capture_output=True, text=True)
    try:
        packages = json.loads(completed.stdout)["dependencies"]
    except json.JSONDecodeError:
        print(f"pip-audit failed: {completed.stderr.strip().splitlines()[-1]}")
        return 2
    bad = [package for package in packages if package.get("vulns")]
    unknown = [package for package in packages if "skip_reason" in package]
    for package in bad:
        findings = ", ".join(
            f"{vulnerability['id']} (fixed in {', '.join(vulnerability['fix_versions']) or 'no version yet'})"
            for vulnerability in package["vulns"]
        )
        print(f"{package['name']} {package['version']}: {findings}")
    print(f"{len(packages) - len(unknown)} of {len(packages)} packages checked: {len(bad)} with known vulnerabilities.")
    if unknown:
        print(f"{len(unknown)} packages could not be checked: there is no data about them.")
    return 1 if bad else 2 if unknown else 0


if __name__ == "__main__":
    sys.exit(main())
