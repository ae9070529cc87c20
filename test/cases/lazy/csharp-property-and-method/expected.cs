using System;
using System.Collections.Generic;

namespace Garden.Watering
{
    public class Schedule
    {
        private readonly List<Slot> _slots = new();

        public string Name { get; init; } = "default";

        public int Count => _slots.Count;

        public void Add(Slot slot)
        {
            _slots.Add(slot);
            _slots.Sort((a, b) => a.Start.CompareTo(b.Start));
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
