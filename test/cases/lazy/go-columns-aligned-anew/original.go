package main

const (
	padding  = 2
	maxWidth = 80
)

func main() {
	run(padding, maxWidth)
}
