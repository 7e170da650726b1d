#!/bin/sh
# Puts pages that others wrote into the folder fetched, at pinned versions:
#
#	./fetch.sh [MIRRORS]
#
# They come from GitHub, or from MIRRORS, a folder that has the git directory of github.com/OWNER/NAME as OWNER+NAME/repo.
# What cannot be had is named and left out. None of it is part of this repository; their licences are their own.
set -u
here=$(cd "$(dirname "$0")" && pwd)
to=$here/fetched
mirrors=${1:-}
esbuild=esbuild@0.25.12
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT

# take OBJECT OWNER/NAME REVISION FOLDER: the files of a folder of a repository.
take() {
	name=$(echo "$2" | tr / +)
	kept=$mirrors/$name/repo
	[ -n "$mirrors" ] || kept=$temp/$name
	[ -d "$kept" ] || git clone --quiet --bare --filter=blob:none "https://github.com/$2.git" "$kept" || return 1
	rm -rf "${to:?}/$1" && mkdir -p "$to/$1" &&
		git --git-dir="$kept" archive "$3:$4" | tar -x -C "$to/$1"
}

# bundle OBJECT DOCUMENT ENTRY MODULE...: a document with one file app.js of the modules of the object, and with others for
# the packages of npm that it needs.
bundle() {
	object=$1 document=$2 entry=$3
	shift 3
	(
		cd "$to/$object" && npm install --no-audit --no-fund --ignore-scripts --omit=dev --silent >/dev/null &&
			mkdir -p lib && names= &&
			for module; do
				name=$(echo "$module" | tr / -)
				echo "export * from '$module';" >"lib/$name.js" && names="$names lib/$name.js" || exit 1
			done &&
			styles=$(for css in node_modules/todomvc-common/base.css node_modules/todomvc-app-css/index.css; do
				echo "<link rel=stylesheet href=/$css>"
			done | tr -d '\n') &&
			sed "s|</head>|$styles</head>|; s|</body>|<script type=module src=/built/app.js></script></body>|; s|<script src=\"./base.js\"></script>||" \
				"$document" >index.html &&
			npx --yes "$esbuild" app="$entry" $names --bundle --splitting --format=esm --jsx=automatic --log-level=error \
				--define:process.env.NODE_ENV='"production"' --chunk-names=vendor/[hash] --loader:.js=jsx --loader:.css=empty --outdir=built
	)
}

# build OBJECT: the object as its own bundler makes it, with source maps.
build() {
	(
		cd "$to/$1" && npm install --no-audit --no-fund --ignore-scripts --silent >/dev/null &&
			npx vite build --sourcemap --logLevel error && mv src dist && cd .. && mv "$1" "$1.whole" &&
			mv "$1.whole/dist" "$1" && rm -rf "$1.whole"
	)
}

failed=
try() {
	"$@" || {
		echo "$2 cannot be had" >&2
		rm -rf "${to:?}/$2"
		failed="$failed $2"
	}
}

todomvc=ff43b02e59dfa604386bb382034b2cd07c2bcd8a
try take simplecart wojodesign/simplecart-js 51a9a38d71ecf4c3f778467b4754c3e25a5c3d4d ''
try take astabs rana07i/jquery-asTabs 6ffd4244054f317fd5eeaec031905fc3d9aaf3c4 ''
try take wymeditor wymeditor/wymeditor v1.0.0a1 src
try take tinymce tinymce/tinymce 4.0.1 js/tinymce
for build in jquery javascript-es5; do
	try take todomvc-$build tastejs/todomvc $todomvc examples/$build/dist
done
for build in javascript-es6 react; do
	try take todomvc-$build tastejs/todomvc $todomvc examples/$build
done
[ ! -d "$to/todomvc-javascript-es6" ] || try bundle todomvc-javascript-es6 src/index.html src/app.js
[ ! -d "$to/todomvc-react" ] || try bundle todomvc-react public/index.html src/index.js react react-dom/client react-router-dom classnames
try take todomvc-vue tastejs/todomvc $todomvc examples/vue
[ ! -d "$to/todomvc-vue" ] || try build todomvc-vue
[ ! -d "$to/tinymce" ] || (
	cd "$to/tinymce/skins/lightgray" &&
		cat Reset.less Variables.less Mixins.less Animations.less TinyMCE.less $(ls [A-Z]*.less |
			grep -v -e Reset -e Variables -e Mixins -e Animations -e TinyMCE -e Icons -e Content) Icons.less >skin.less &&
		npx --yes less@4.4.2 --js --quiet --math=always skin.less skin.min.css &&
		npx --yes less@4.4.2 --js --quiet --math=always Content.less content.min.css
) || echo "tinymce is without styles" >&2
ls "$to"
