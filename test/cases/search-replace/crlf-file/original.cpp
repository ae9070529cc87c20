#include "timer.h"

Timer::Timer(int interval)
    : interval_(interval)
{
}

void Timer::start()
{
    running_ = true;
    next_ = now() + interval_;
}

void Timer::stop()
{
    running_ = false;
}
