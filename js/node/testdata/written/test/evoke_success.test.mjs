// A test that Evoke wrote, which is no file of the program.
