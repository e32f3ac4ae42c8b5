set -e
P=$(mktemp -d)
H=$(grep -o 'height="[0-9]*" role' $1 | grep -o '[0-9]*')
/usr/bin/chromium --headless --no-sandbox --disable-gpu $DARK --disable-background-networking --hide-scrollbars --virtual-time-budget=8000 --user-data-dir=$P --window-size=1400,$H --screenshot=$2 $1 >/dev/null 2>&1
rm -rf $P
