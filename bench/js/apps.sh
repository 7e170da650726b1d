#!/bin/sh
# Puts four applications of the study into a folder, with what they need of npm:
#
#	./apps.sh FOLDER [SOURCE]
#
# SOURCE is a repository of https://github.com/WebFuzzing/EMB, which has them as the study ran them: its URL, which is the
# default, or a git directory. Nothing of theirs changes but package.json, which loses what only the tool of the study needs,
# and names two packages that can be had.
set -e
[ -n "$1" ] || { echo "usage: apps.sh FOLDER [SOURCE]" >&2; exit 2; }
mkdir -p "$1"
folder=$(cd "$1" && pwd)
source=${2:-https://github.com/WebFuzzing/EMB.git}
revision=f234ece5
apps='disease-sh-api realworld-app cyclotron spacex-api'
case $source in
*://*)
	git clone --quiet --bare --filter=blob:none "$source" "$folder/repository"
	source=$folder/repository
	;;
esac
GIT_DIR=$(cd "$source" && pwd) GIT_INDEX_FILE=$folder/index
export GIT_DIR GIT_INDEX_FILE
git read-tree "$revision"
cd "$folder"
for app in $apps; do
	# A large file of data, which nothing reads, is not in each copy of the repository.
	git ls-files --cached "js_npm/rest/$app" | grep -v 'db/db\.json$' | GIT_WORK_TREE=$folder git checkout-index --quiet --stdin --prefix="$folder/"
	rm -rf "${folder:?}/$app"
	mv "js_npm/rest/$app" "$app"
done
rm -rf js_npm index repository
unset GIT_DIR GIT_INDEX_FILE

for app in $apps; do
	(
		cd "$app"
		npm pkg delete devDependencies babel jest
		case $app in
		cyclotron) npm pkg set dependencies.jsondiffpatch=0.1.43 ;; # npm does not have 0.1.41 any more
		spacex-api) npm pkg set 'dependencies.pino-pretty=^4.7.1' ;; # its log needs it; it is among what was deleted
		esac
		npm install --no-audit --no-fund --ignore-scripts --omit=dev
	)
done
# Without it each start of cyclotron fetches certificates.
echo "module.exports = require('./ssl-root-cas')" > cyclotron/node_modules/ssl-root-cas/ssl-root-cas-latest.js
cd realworld-app
npm rebuild argon2                                        # a C++ compiler and the headers of node are needed
npm exec tsc || echo "tsc complains of types, as of what it found in the study, and writes all the same"
cp swagger.json build/
