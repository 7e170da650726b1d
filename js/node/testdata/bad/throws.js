throw new RangeError("too far");
