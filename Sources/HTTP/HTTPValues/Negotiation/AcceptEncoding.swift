// SPDX-License-Identifier: Apache-2.0

import Bytes

// RFC 9110 section 12.5.3. Quality decides first, the server's order second. A coding that is
// neither named nor covered by `*` is not accepted, but identity always is unless it is excluded
// (`identity;q=0`, or `*;q=0` without identity named); unnamed, it is the last choice.
//
// Without the field any coding is acceptable by the letter; we answer with identity then, since
// clients that send no Accept-Encoding are the ones that cannot decode. An empty field asks for
// identity. A malformed member is passed over. Reading allocates nothing.

/// The content codings that a client accepts.
package struct AcceptEncoding: Sendable {
  /// By the coding's number; a coding that is not named has none.
  private var named = InlineArray<8, Quality?>(repeating: nil)
  private var others: Quality?
  private let isPresent: Bool

  package init(_ fields: borrowing FieldsView) {
    isPresent = fields.contains(.acceptEncoding)
    var members = FieldMembers(of: .acceptEncoding, in: copy fields)
    while let bytes = members.next() {
      guard let member = WeightedMember(bytes), member.parameters.count == 0 else { continue }
      if member.name.matches("*") {
        others = max(others ?? .none, member.quality)
      } else if let coding = Coding(member.name) {
        let place = Int(coding.rawValue)
        named[place] = max(named[place] ?? .none, member.quality)
      }
    }
  }

  /// Returns the client's weight of `coding`; 0 when it does not accept it. Identity that is
  /// accepted without being named has the least quality above 0.
  package func quality(of coding: Coding) -> Quality {
    if let quality = named[Int(coding.rawValue)] { return quality }
    if let others { return others }
    if coding == .identity { return .least }
    return .none
  }

  /// The coding to answer with; `nil` when the client accepts none of them, where a server should
  /// send identity all the same.
  package func preferred(among available: [Coding]) -> Coding? {
    guard isPresent else {
      return available.contains(.identity) ? .identity : available.first
    }
    var best: Coding?
    var bestQuality = Quality.none
    for coding in available {
      let quality = quality(of: coding)
      guard quality > bestQuality else { continue }
      best = coding
      bestQuality = quality
    }
    return best
  }
}
