// SPDX-License-Identifier: Apache-2.0

// RFC 9651. A field is read as a whole or not at all: the parser follows section 4.2 step by step
// and fails where the steps say so, since two recipients that repair a field differently do not
// agree on it. The choices that the text leaves open:
//
// - Base64 without padding, and with bits behind the last byte that are not zero, is read (section
//   4.2.7 says a parser should not fail on either); every other deviation fails.
// - A repeated key keeps the place of the first and the value of the last.
// - Decimals are whole thousandths, so that reading and writing is exact; a binary fraction is
//   rounded to the nearest thousandth, half to even.
// - There is no limit on members beside the limit that fields as a whole have; keys are found by
//   hashing when they are many, so that a long field costs linear time.

/// Values of structured fields, and how they are read and written.
package enum StructuredField {
  /// A value with its parameters.
  package struct Item: Sendable, Equatable {
    package var value: BareItem
    package var parameters: Parameters

    package init(_ value: BareItem, _ parameters: Parameters = [:]) {
      self.value = value
      self.parameters = parameters
    }
  }

  /// Items between parentheses, with parameters of their own.
  package struct InnerList: Sendable, Equatable {
    package var items: [Item]
    package var parameters: Parameters

    package init(_ items: [Item], _ parameters: Parameters = [:]) {
      self.items = items
      self.parameters = parameters
    }
  }

  /// Member of a list or a dictionary.
  package enum Member: Sendable, Equatable {
    case item(Item)
    case innerList(InnerList)

    package var parameters: Parameters {
      switch self {
      case .item(let item): item.parameters
      case .innerList(let list): list.parameters
      }
    }
  }

  /// A field whose value is a list.
  package struct List: Sendable, Equatable {
    package var members: [Member]

    package init(_ members: [Member]) { self.members = members }
  }

  /// A field whose value maps keys to members, in order.
  package typealias Dictionary = KeyedValues<Member>

  /// Values by key behind an item, in order.
  package typealias Parameters = KeyedValues<BareItem>
}
