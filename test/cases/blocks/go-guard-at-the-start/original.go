package dock

func (d *Dock) Load(crate *Crate) error {
	return d.lift(crate)
}

func (d *Dock) Weigh(crate *Crate) int {
	return d.scale.Read(crate)
}
