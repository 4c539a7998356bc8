// SPDX-License-Identifier: Apache-2.0

package import HTTPValues
package import Measure

/// A change that an operator asks for in a form: previewed first, and made when it is confirmed.
package struct ConsoleAction: Sendable {
  /// The order that the form is for.
  package let order: ConsoleOrder
  /// The fields of the form, without the token that proves its origin.
  private let fields: [Address.Parameter]
  /// The confirmation: true once the operator has seen the preview and confirmed it.
  package let isConfirmed: Bool
  /// The token that proves that a page of the console sent the form.
  package let token: String

  private static let (tokenName, confirmedName) = ("token", "confirmed")

  /// The action of a form at an address; `nil` where no form is sent there.
  package init?(_ path: String, _ form: QueryParameters) {
    guard path.hasPrefix(StaticText.folder),
      let order = ConsoleOrder(rawValue: String(path.dropFirst(StaticText.folder.count)))
    else { return nil }
    self.order = order
    let own = [ConsoleAction.tokenName, ConsoleAction.confirmedName]
    fields = Address(asked: path, form).parameters.filter { !own.contains($0.name) }
    isConfirmed = form[ConsoleAction.confirmedName] == "yes"
    token = form[ConsoleAction.tokenName] ?? ""
  }

  /// The value of a field; `nil` where it was left empty.
  package subscript(_ name: String) -> String? {
    fields.first { $0.name == name }.flatMap { $0.value.isEmpty ? nil : $0.value }
  }

  /// The beginning of the names of fields with values of attributes.
  static let attributePrefix = "attribute."

  /// The values that the form gives attributes, empty ones too.
  package var attributes: [(name: String, text: String)] {
    fields.filter { $0.name.hasPrefix(ConsoleAction.attributePrefix) }.map { field in
      (String(field.name.dropFirst(ConsoleAction.attributePrefix.count)), field.value)
    }
  }

  /// The page that shows the result.
  package var result: Address { order.result(self) }

  /// The page that previews the change and asks for a confirmation.
  ///
  /// - Parameters:
  ///   - effect: the change, in sentences.
  ///   - details: tables of it.
  ///   - isPossible: whether it can be confirmed.
  package func preview(
    _ effect: [String],
    _ details: [FigureTable],
    isPossible: Bool,
    _ inspection: Inspection
  ) -> [UInt8] {
    var page = ActionPage(action: self, effect: effect, details: details, refusal: nil)
    page.isPossible = isPossible
    return PageFrame(page, at: page.address).html(inspection)
  }

  /// The page with the reason why the change is refused.
  package func refused(_ reason: String, _ inspection: Inspection) -> [UInt8] {
    let page = ActionPage(action: self, effect: [], details: [], refusal: reason)
    return PageFrame(page, at: page.address).html(inspection)
  }

  /// The page with a secret that the change has made, which is shown this once.
  package func shown(_ secret: String, _ inspection: Inspection) -> [UInt8] {
    let page = SecretPage(action: self, secret: secret)
    return PageFrame(page, at: page.address).html(inspection)
  }

  func writeFields(to html: inout HTMLWriter) {
    for field in fields { html.hidden(field.name, field.value) }
    html.hidden(ConsoleAction.confirmedName, "yes")
  }
}
