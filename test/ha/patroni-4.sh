#!/usr/bin/env bash
# Puts the Patroni of Debian 13 into a folder, for machines with an older one: it is Python, and runs with what the older
# package depends on. Prints how `npm run test:ha` finds it.
#   bash test/ha/patroni-4.sh [FOLDER]
set -euo pipefail
folder=${1:-/var/tmp/patroni-4}
mkdir -p "$folder/lists/partial"
echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian trixie main" >"$folder/debian-13.list"
apt=(apt-get -qq -o "Dir::Etc::sourcelist=$folder/debian-13.list" -o Dir::Etc::sourceparts=/dev/null -o "Dir::State::lists=$folder/lists" -o APT::Sandbox::User=)
"${apt[@]}" update
(cd "$folder" && "${apt[@]}" download patroni && dpkg -x patroni_*.deb . && rm patroni_*.deb)
cat >"$folder/patroni" <<END
#!/bin/sh
PYTHONPATH="$folder/usr/lib/python3/dist-packages" exec /usr/bin/python3 "$folder/usr/bin/patroni" "\$@"
END
chmod -R a+rX "$folder"
chmod 755 "$folder/patroni"
echo "PATRONI=$folder/patroni"
