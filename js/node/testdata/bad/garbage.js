const fs = require("fs");
fs.writeSync(4, "what is this descriptor?");
setInterval(() => {}, 1000);
