// SPDX-License-Identifier: Apache-2.0

import Files
import Sites
import Synchronization

/// A site of many products with many different conditions, made when it is read. Each has a text, a
/// link and a tag that no other has.
final class GeneratedSite: SiteSource {
  static let shapeCount = 500
  private static let textsOfFile = 10_000

  private let count: Int
  private let changed = Mutex<[Int: Int]>([:])

  init(_ count: Int) { self.count = count }

  /// Gives one product another price.
  func change(_ number: Int) { changed.withLock { $0[number, default: 0] += 1 } }

  func files() throws(SourceFault) -> [FileEntry] {
    func plain(_ path: String) -> FileEntry {
      FileEntry(path: path, size: 1, stamp: .init(inode: 0, size: 1, changed: 0))
    }
    var files = [plain("Content/config.json5")]
    files.reserveCapacity(count + 3)
    let changed = changed.withLock { $0 }
    for number in 0..<count {
      files.append(
        FileEntry(
          path: GeneratedSite.path(number),
          size: 400,
          stamp: .init(inode: UInt64(number), size: 400, changed: Int64(changed[number] ?? 0))
        )
      )
    }
    files.append(plain("Content/site.json5"))
    for first in stride(from: 0, to: count, by: GeneratedSite.textsOfFile) {
      files.append(plain("Locales/en/\(1_000_000 + first).json"))
    }
    return files
  }

  static func path(_ number: Int) -> String { "Content/products/item-\(1_000_000 + number).json5" }

  func read(_ path: String, limit: Int) throws(SourceFault) -> [UInt8] {
    switch path {
    case "Content/site.json5": return Array(GeneratedSite.settings.utf8)
    case "Content/config.json5": return Array(#"{ datatype: "config", body: {} }"#.utf8)
    default:
      let digits = path.utf8.filter { (0x30...0x39).contains($0) }.prefix(7)
      let number = digits.reduce(0) { $0 * 10 + Int($1) - 0x30 } - 1_000_000
      return path.hasPrefix("Locales/") ? texts(from: number) : Array(product(number).utf8)
    }
  }

  private func texts(from first: Int) -> [UInt8] {
    let numbers = first..<min(first + GeneratedSite.textsOfFile, count)
    let texts = numbers.map { number in
      "\"item.\(1_000_000 + number)\": \"Flower number \(number)\""
    }
    return Array("{ \(texts.joined(separator: ", ")) }".utf8)
  }

  private func product(_ number: Int) -> String {
    let price = 10 + changed.withLock { $0[number] ?? 0 }
    let name = 1_000_000 + number
    return """
      { datatype: "product", id: "item-\(number)", ttl: 600, light: ["title", "price"],
        tags: ["item-\(name)"],
        body: { title: { $t: "item.\(name)" }, price: \(price).5, stars: 5,
          related: { $ref: "\(GeneratedSite.related(to: number))" },
          rows: [ { text: "call", device: "phone" }, { text: "all" } ] },
        variants: [ \(GeneratedSite.variants(number % GeneratedSite.shapeCount)) ] }
      """
  }

  /// The path of the document that a product leads to: the product before it, so that links lead on for a
  /// long way.
  private static func related(to number: Int) -> Substring {
    number == 0 ? "config" : path(number - 1).dropFirst("Content/".count).dropLast(".json5".count)
  }

  private static let countries = ["DE", "AT", "CH", "FR", "US", "CA", "JP", "GB", "ES", "BR"]
  private static let devices = ["phone", "tablet", "tv", "desktop"]

  /// Variants that differ from shape to shape and never tie.
  private static func variants(_ shape: Int) -> String {
    let country = countries[shape % 10]
    let device = devices[shape / 10 % 4]
    let version = shape / 40 + 1
    return """
      { when: { country: "\(country)" }, patch: { price: 1 } },
      { when: { device: "\(device)", app: ">=\(version)" }, patch: { price: 2 } },
      { when: { country: "\(country)", device: "\(device)" }, patch: { price: 3 } }
      """
  }

  private static let settings = """
    { languages: { published: ["en"], default: "en" }, roots: "*",
      budgets: { audiences: 100000 } }
    """
}
