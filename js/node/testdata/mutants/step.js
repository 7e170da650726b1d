"use strict";
exports.step = () => 1;
