#include "lamp.h"

void lamp_on(struct lamp *lamp)
{
	lamp_lock(lamp);
	lamp->level = 100;
	lamp_write(lamp);
	lamp_unlock(lamp);
}

void lamp_off(struct lamp *lamp)
{
	lamp_lock(lamp);
	lamp->level = 0;
	lamp_write(lamp);
	lamp_unlock(lamp);
}
