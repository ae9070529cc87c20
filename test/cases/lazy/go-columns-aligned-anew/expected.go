package main

const (
	padding   = 2
	maxWidth  = 80
	increment = 0.1
)

func main() {
	run(padding, maxWidth, increment)
}
