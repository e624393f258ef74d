#!/bin/bash
# Installs what the tests use beside npm's packages. Idempotent. Prints what is not to be had here, with the reason;
# tests of those parts, and no others, may be skipped.
set -euo pipefail

missing=()
for tool in bash git setsid getfattr setfattr getfacl; do
  command -v "$tool" >/dev/null || missing+=("$tool")
done
if [ ${#missing[@]} -gt 0 ]; then
  if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
    echo "missing: ${missing[*]}; install the packages attr, acl, git and util-linux" >&2
    exit 1
  fi
  apt-get update -qq
  apt-get install -qq -y attr acl git util-linux >/dev/null
fi
echo "not to be had here: nothing"
