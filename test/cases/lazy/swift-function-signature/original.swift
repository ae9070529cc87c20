import Foundation

struct Reading: Codable {
    let sensor: String
    let celsius: Double
    let taken: Date
}

final class Journal {
    private var readings: [Reading] = []

    func append(_ reading: Reading) {
        readings.append(reading)
    }

    func average(of sensor: String) -> Double? {
        let own = readings.filter { $0.sensor == sensor }
        guard !own.isEmpty else { return nil }
        return own.map(\.celsius).reduce(0, +) / Double(own.count)
    }

    func latest(of sensor: String) -> Reading? {
        readings.last { $0.sensor == sensor }
    }
}
