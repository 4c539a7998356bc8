// SPDX-License-Identifier: Apache-2.0

import Bytes

/// Reads the directives of a Cache-Control field where they lie, over all its lines.
///
/// Blanks around `=` make a directive malformed: its name is still known, so that a `no-store` does
/// not get lost, but its argument is not believed.
struct CacheDirectiveScanner: ~Escapable {
  /// One directive.
  struct Directive: ~Escapable {
    let name: Span<UInt8>
    /// Bytes behind `=`, quotes included.
    let argument: Span<UInt8>?
    let isMalformed: Bool

    @_lifetime(copy member)
    init(_ member: Span<UInt8>) {
      guard let equals = member.firstIndex(of: UInt8(ascii: "=")) else {
        name = member
        argument = nil
        isMalformed = !member.isToken
        return
      }
      name = member.extracting(first: equals).trimmed
      let value = member.extracting((equals + 1)...)
      argument = value.trimmed
      isMalformed = name.count != equals || value.trimmed.count != value.count
    }

    /// The number of seconds, quoted or not; `nil` when the argument is none.
    var seconds: Int? {
      guard let argument, !isMalformed else { return nil }
      let quote = UInt8(ascii: "\"")
      if argument.count >= 2, argument[0] == quote, argument[argument.count - 1] == quote {
        return DeltaSeconds.parse(argument.extracting(1..<(argument.count - 1)))
      }
      return DeltaSeconds.parse(argument)
    }
  }

  private var members: FieldMembers

  @_lifetime(copy fields)
  init(of name: KnownField, in fields: FieldsView) {
    members = FieldMembers(of: name, in: fields)
  }

  @_lifetime(copy self)
  mutating func next() -> Directive? {
    guard let member = members.next() else { return nil }
    return Directive(member)
  }
}
