document.title += "late"; if (document.title.length > 20) document.title = "";
