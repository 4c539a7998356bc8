// SPDX-License-Identifier: Apache-2.0

package import ContentModel
import DataFiles
package import FileShapes

extension DeviceClass {
  package static let shape = Shape.text(.device).schema(.one(of: words)).named("device")
  /// Several of them, each once.
  package static let listed = shape.oneOrMore(atLeast: 1).converted(to: { Set($0).sorted() })

  fileprivate static let words = allCases.map(\.rawValue)
}

extension TextForm where Value == DeviceClass {
  fileprivate static let device = TextForm(
    "device",
    expected: "one of \(DeviceClass.words.joined(separator: ", "))",
    pattern: DeviceClass.words.joined(separator: "|"),
    rule: .unknownName,
    parse: { DeviceClass(rawValue: $0) },
    print: \.rawValue,
    suggest: { Suggestion.nearest(to: $0, among: DeviceClass.words) }
  )
}
