// SPDX-License-Identifier: Apache-2.0

import Foundation
import JSONValues

/// `swift run -c release jsonbench`: what reading, picking and composing JSON costs, beside
/// Foundation's readers.
@main
enum Jsonbench {
  static func main() throws {
    for sample in [Sample.product, .indented, .text, .stock] { try readAndPick(sample) }
    try fanOut()
    try large()
    try queries()
  }

  private static func readAndPick(_ sample: Sample) throws {
    let bytes = sample.bytes
    let document = try JSONDocument(bytes)
    print("\(sample.name): \(bytes.count) bytes, \(document.nodeCount) nodes")
    microseconds("  read", bytes: bytes.count) {
      (try? JSONDocument(bytes))?.nodeCount ?? 0
    }
    let picks = try Picks(sample)
    microseconds("  read, pick \(picks.count), compose", bytes: bytes.count) {
      picks.answer(from: bytes)?.count ?? 0
    }
    let data = Data(bytes)
    microseconds("  JSONSerialization reads", bytes: bytes.count, rounds: 1_000) {
      (try? JSONSerialization.jsonObject(with: data)) == nil ? 0 : 1
    }
  }

  /// What a gateway does for one request to four services.
  private static func fanOut() throws {
    let samples = [Sample.product, .indented, .text, .stock]
    let picks = try samples.map { try Picks($0) }
    let bodies = samples.map(\.bytes)
    let names = samples.map { Picks.name($0.name) }
    let total = bodies.reduce(0) { $0 + $1.count }
    print("four services: \(total) bytes")
    microseconds("  read, pick, compose one answer", bytes: total) {
      var bytes: [UInt8] = []
      bytes.reserveCapacity(4_096)
      for index in 0..<4 {
        bytes.append(index == 0 ? UInt8(ascii: "{") : UInt8(ascii: ","))
        bytes += names[index]
        picks[index].write(from: bodies[index], to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
      return bytes.count
    }
  }

  private static func large() throws {
    let bytes = Sample.large.bytes
    let document = try JSONDocument(bytes)
    print("large: \(bytes.count) bytes, \(document.nodeCount) nodes")
    microseconds("  read", bytes: bytes.count, rounds: 20) {
      (try? JSONDocument(bytes))?.nodeCount ?? 0
    }
    let data = Data(bytes)
    microseconds("  JSONSerialization reads", bytes: bytes.count, rounds: 2) {
      (try? JSONSerialization.jsonObject(with: data)) == nil ? 0 : 1
    }
    microseconds("  JSONDecoder reads", bytes: bytes.count, rounds: 2) {
      (try? JSONDecoder().decode(Product.List.self, from: data))?.items.count ?? 0
    }
  }

  private static func queries() throws {
    let document = try JSONDocument(Sample.product.bytes)
    print("queries on \(Sample.product.name):")
    for text in [
      "$.items[0].price.amount", "$.items[*].id", "$..amount", "$.items[?@.price.amount > 20].id",
      "$.items[?match(@.id, 'rose-[0-9]+')].title",
    ] {
      let path = try JSONPath(text)
      microseconds("  \(text)", bytes: 0) { (try? path.nodes(in: document))?.count ?? 0 }
    }
  }
}
