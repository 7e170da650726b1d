package main

const runExamples = `  # white box: a handler of your own module; the tests go beside it
  evoke run --schema openapi.yaml --pkg ./internal/api --handler NewRouter

  # white box: a program in Go that listens on $PORT; it needs no such function
  evoke run --schema openapi.yaml --program ./cmd/server

  # black box: 10,000 calls on a local service; the tests go to ./evoke-tests
  evoke run --schema openapi.yaml --url http://localhost:8080

  # white box: a program that node starts, as it is
  evoke run --schema openapi.json --node "node src/server.js"
  evoke run --schema /api-json --node "node dist/main.js"

  # a minute, with a token, only what is below /books, 50 calls a second at most
  evoke run --schema openapi.yaml --url http://localhost:8080 --time 1m \
      --header "Authorization: Bearer $TOKEN" --include "*/books*" --rate 50

  # the suite is run once more on a restarted service, so that it needs nothing
  # of what the search left behind
  evoke run --schema openapi.yaml --url http://localhost:8080 \
      --restart "docker compose restart books"

  # several users from a Web Fuzzing Commons file; fail when there are faults
  evoke run --schema http://localhost:8080/openapi.json \
      --url http://localhost:8080 --auth auth.yaml --fail-on-fault

  # a web page: a file, a URL, or a path of a server that a command starts
  evoke run --page site/index.html
  evoke run --page / --start "npm run dev"`

const runHelp = `Search for tests, starting from an OpenAPI or Swagger document, and write the
best ones as a Go test suite.

With --pkg and --handler the handler of a Go package is built with probes in
it, and the search sees how close each condition in the code was to going the
other way. Nothing is written to the package but the tests. With --node a
program of Node gets probes as it is loaded, on a port that is free. With
--program a main package of Go is built with probes and started. With --url a
running service is called, and the search sees its answers only.

With --page a browser visits a web page, whose scripts get probes on their way
to it. That needs no schema. The tests are for Playwright.

An evoke.yaml in this folder has the same settings and more. The environment
variables EVOKE_CALLS, EVOKE_TIME, EVOKE_SEED, EVOKE_OUT, EVOKE_COVER,
EVOKE_WORKERS and EVOKE_ALGORITHM override it, and flags override both.

Exit codes: 0 done; 1 faults found with --fail-on-fault; 2 could not run.
An interrupt (Ctrl-C) ends the search and writes what was found, as a shorter
search does, with the same exit codes; a second one ends the command at once.`
