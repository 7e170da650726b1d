const late = "late";
export default late;
