// SPDX-License-Identifier: Apache-2.0

import CQREncode

/// A QR code (ISO/IEC 18004) of a text: a square of dark and light modules.
///
///     let code = QRCode("https://shop.example/config")
///     print(code?.blocks ?? "too long")
package struct QRCode: Sendable {
  /// Light modules around the code, without which it is not found.
  private static let margin = 4

  /// Modules in a row.
  package let width: Int
  private let modules: [Bool]

  /// Encodes a text; `nil` for one that is empty or longer than a code can be.
  package init?(_ text: String) {
    guard !text.utf8.contains(0) else { return nil }
    let code = unsafe QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M)
    guard let code = unsafe code else { return nil }
    defer { unsafe QRcode_free(code) }
    let width = unsafe Int(code.pointee.width)
    guard width > 0, let data = unsafe code.pointee.data else { return nil }
    self.width = width
    // The lowest bit of a byte says whether its module is dark.
    modules = (0..<width * width).map { unsafe data[$0] & 1 == 1 }
  }

  /// Whether a module is dark; those outside are light.
  package func isDark(_ column: Int, _ row: Int) -> Bool {
    let range = 0..<width
    return range.contains(column) && range.contains(row) && modules[row * width + column]
  }

  /// The code as a picture, dark on white whatever is around it.
  package var svg: String {
    let size = width + 2 * QRCode.margin
    var path = ""
    for row in 0..<width {
      var column = 0
      while column < width {
        guard isDark(column, row) else {
          column += 1
          continue
        }
        let start = column
        while isDark(column, row) { column += 1 }
        path +=
          "M\(start + QRCode.margin) \(row + QRCode.margin)h\(column - start)v1h-\(column - start)z"
      }
    }
    return
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(size) \(size)\" width=\"\(size * 6)\" "
      + "height=\"\(size * 6)\" shape-rendering=\"crispEdges\"><rect width=\"\(size)\" height=\"\(size)\" "
      + "fill=\"#fff\"/><path d=\"\(path)\" fill=\"#000\"/></svg>\n"
  }

  /// The code in block characters, two rows in a line, for a terminal with light text on a dark ground.
  package var blocks: String {
    let (from, to) = (-QRCode.margin / 2, width + QRCode.margin / 2)
    return stride(from: from, to: to, by: 2).map { row in
      (from..<to).map { column in
        switch (isDark(column, row), isDark(column, row + 1)) {
        case (false, false): "█"
        case (false, true): "▀"
        case (true, false): "▄"
        case (true, true): " "
        }
      }.joined() + "\n"
    }.joined()
  }
}
