package mail

import "strings"

// Address is one mailbox.
type Address struct {
	Name  string
	Email string
}

// Message is a mail before it is sent.
type Message struct {
	From    Address
	To      []Address
	Subject string
	Body    string
}

func (a Address) String() string {
	if a.Name == "" {
		return a.Email
	}
	return a.Name + " <" + a.Email + ">"
}

func (m Message) Recipients() string {
	names := make([]string, 0, len(m.To))
	for _, to := range m.To {
		names = append(names, to.String())
	}
	return strings.Join(names, ", ")
}
