// What is in a place of the process stays when the files are loaded anew, as what a library keeps does.
export const place = process.env.PLACE === "process" ? globalThis : {};
place.count = place.count || 0;
