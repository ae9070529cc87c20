package dock

func (d *Dock) Load(crate *Crate) error {
	if crate == nil {
		return errNoCrate
	}
	return d.lift(crate)
}

func (d *Dock) Weigh(crate *Crate) int {
	return d.scale.Read(crate, 2)
}
