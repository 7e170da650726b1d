"use strict";
const app = require("./app");

app.listen(Number(process.env.PORT || 8080));
process.on("SIGTERM", () => process.exit(0)); // which has node write its coverage
