"use strict";
// Leads to the program, as npm and tsx do: it starts it in a process of its own.
require("node:child_process").spawn(process.execPath, ["--title=led", "server.js", "an argument"], { stdio: "inherit", env: { ...process.env, LED: "yes" } });
