using System;
using System.Collections.Generic;

namespace Garden.Watering
{
    public class Schedule
    {
        private readonly List<Slot> _slots = new();

        public string Name { get; init; } = "default";

        public void Add(Slot slot)
        {
            _slots.Add(slot);
        }

        public Slot? Next(DateTime now)
        {
            foreach (var slot in _slots)
            {
                if (slot.Start > now)
                {
                    return slot;
                }
            }

            return null;
        }
    }

    public record Slot(DateTime Start, TimeSpan Length);
}
