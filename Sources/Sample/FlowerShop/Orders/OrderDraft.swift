// SPDX-License-Identifier: Apache-2.0

import DataFiles

/// An order as a customer sends it.
struct OrderDraft {
  struct Line {
    let item: String
    let quantity: Int64
  }

  let country: Country
  let lines: [Line]
  let name: String
  let street: String
  let postcode: String
  let city: String

  private static let mostLines = 50
  private static let mostPieces: Int64 = 99

  init(_ request: ServiceRequest) throws {
    var body = try BodyReader(request)
    for name in ["country", "lines", "address"] { body.need(name) }
    country = OrderDraft.country(&body)
    lines = OrderDraft.lines(&body)
    var address = OrderDraft.object("address", &body)
    var parts: [String] = []
    for name in ["name", "street", "postcode", "city"] {
      parts.append(address?.text(name, 1...100) ?? "")
      address?.need(name)
    }
    address?.noteUnknown()
    body.add(address?.faults ?? [])
    try body.finish()
    (name, street, postcode, city) = (parts[0], parts[1], parts[2], parts[3])
  }

  private static func country(_ body: inout BodyReader) -> Country {
    guard let code = body.text("country") else { return Country.all[0] }
    guard let country = Country.named(code) else {
      let codes = Country.codes.joined(separator: ", ")
      body.fault("country", "is \(code), expected one of \(codes)")
      return Country.all[0]
    }
    return country
  }

  private static func object(_ name: String, _ body: inout BodyReader) -> BodyReader? {
    guard let value = body.value(name) else { return nil }
    guard case .dictionary(let dictionary) = value.content else {
      body.fault(name, "is \(BodyReader.seen(value)), expected an object")
      return nil
    }
    return BodyReader(dictionary, at: "/\(name)")
  }

  private static func lines(_ body: inout BodyReader) -> [Line] {
    guard let value = body.value("lines") else { return [] }
    guard case .array(let elements) = value.content, (1...mostLines).contains(elements.count)
    else {
      body.fault("lines", "is not a list of 1 to \(mostLines) lines")
      return []
    }
    var lines: [Line] = []
    for (index, element) in elements.enumerated() {
      guard case .dictionary(let dictionary) = element.content else {
        body.fault("lines/\(index)", "is \(BodyReader.seen(element)), expected an object")
        continue
      }
      var reader = BodyReader(dictionary, at: "/lines/\(index)")
      let item = reader.text("item", 1...40) ?? ""
      let quantity = reader.integer("quantity", in: 1...mostPieces) ?? 1
      reader.need("item")
      reader.noteUnknown()
      if lines.contains(where: { $0.item == item }) { reader.fault("item", "is there twice") }
      body.add(reader.faults)
      lines.append(Line(item: item, quantity: quantity))
    }
    return lines
  }
}
