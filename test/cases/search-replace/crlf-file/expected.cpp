#include "timer.h"

Timer::Timer(int interval)
    : interval_(interval)
{
}

void Timer::start()
{
    if (running_) {
        return;
    }
    running_ = true;
    next_ = now() + interval_;
}

void Timer::stop()
{
    running_ = false;
}
