package forms

// Distance is how far a text is from a form.
func Distance(name, s string) uint64 {
	return map[string]func() form{
		"ip": address, "network": network, "hardware": hardware, "mail": mail, "mails": mails,
		"url": reference, "uuid": uuid,
		"escaped": escaped, "query": query, "hex": hexBytes, "host": hostPort, "addr:port": addressPort,
	}[name]().distance(s)
}
