// SPDX-License-Identifier: Apache-2.0

import Editions
import Files
import Synchronization

/// A site of many products with many different conditions, made when it is read.
final class GeneratedSite: SiteSource {
  static let shapeCount = 500

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
    return files + [plain("Content/site.json5"), plain("Locales/en.json")]
  }

  static func path(_ number: Int) -> String { "Content/products/item-\(1_000_000 + number).json5" }

  func read(_ path: String, limit: Int) throws(SourceFault) -> [UInt8] {
    switch path {
    case "Content/site.json5": return Array(GeneratedSite.settings.utf8)
    case "Content/config.json5": return Array(#"{ datatype: "config", body: {} }"#.utf8)
    case "Locales/en.json": return Array(#"{ "title": "A flower" }"#.utf8)
    default:
      let digits = path.dropFirst("Content/products/item-".count).prefix(7)
      return Array(product((Int(digits) ?? 0) - 1_000_000).utf8)
    }
  }

  private func product(_ number: Int) -> String {
    let price = 10 + changed.withLock { $0[number] ?? 0 }
    return """
      { datatype: "product", id: "item-\(number)", ttl: 600, light: ["title", "price"],
        body: { title: { $t: "title" }, price: \(price).5, stars: 5,
          rows: [ { text: "call", device: "phone" }, { text: "all" } ] },
        variants: [ \(GeneratedSite.variants(number % GeneratedSite.shapeCount)) ] }
      """
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
