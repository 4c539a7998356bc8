// SPDX-License-Identifier: Apache-2.0

package import DataFiles
import FileShapes
package import HTTPValues

/// An old path and where what stood there is now.
package struct RedirectDeclaration: Sendable, Hashable {
  static let statuses = [301, 302, 303, 307, 308]
  static let maximumTargetBytes = 2_048

  /// The old path, which may have names in braces: `old/{id}`.
  package var path = ""
  package var place = FilePlace(SiteSettings.path)
  /// The new path of the site, with names of the old one, or a URL elsewhere.
  package var target = ""
  package var status = Status.permanentRedirect

  /// Whether the target is on another site.
  package var leavesSite: Bool { target.hasPrefix("http://") || target.hasPrefix("https://") }

  /// The path of the document that it leads to; `nil` for a URL elsewhere.
  package var documentPath: String? {
    guard !leavesSite else { return nil }
    let path = target.prefix { $0 != "?" && $0 != "#" }
    return String(path.hasPrefix("/") ? path.dropFirst() : path)
  }

  static let redirects = shape.orText(plain).dictionary(of: "the redirect of")
    .converted(
      to: { entries in
        entries.map { entry in
          var redirect = entry.value
          redirect.path = entry.key.hasPrefix("/") ? String(entry.key.dropFirst()) : entry.key
          redirect.place = entry.place
          return redirect
        }
      },
      from: { redirects in
        redirects.map { Entry(key: $0.path, place: $0.place, value: $0) }
      }
    )

  private static let shape = Shape.object(RedirectDeclaration()) {
    Member(
      "to",
      \.target,
      .text(.redirectTarget),
      isRequired: true,
      "The new path, with names in braces of the old one, or a URL elsewhere.",
      examples: ["items/{id}", "https://www.example.com/help"]
    )
    Member(
      "status",
      \.status,
      statusShape,
      "The status: 308 and 301 for good, 307, 302 and 303 for now."
    )
  }

  /// A target alone, which is for good.
  private static let plain = Shape.text(.redirectTarget)
    .converted(
      to: { target in
        var redirect = RedirectDeclaration()
        redirect.target = target
        return redirect
      },
      from: { $0.target }
    )

  private static let statusShape = Shape<Status>(
    schema: { ["enum": .list(statuses.map { .integer($0) })] },
    read: { value, subject, context in
      if case .integer(let code) = value.content, let code = Int(exactly: code),
        statuses.contains(code), let status = Status(code)
      {
        return status
      }
      let known = statuses.map { "\($0)" }.joined(separator: ", ")
      context.badValue(value, "\(subject) is no status of a redirect; expected one of \(known)")
      return nil
    },
    write: { DataValue(.integer(Int64($0.code))) }
  )
}

extension TextForm where Value == String {
  fileprivate static let redirectTarget = TextForm(
    "target of a redirect",
    expected: "a path such as items/{id} or a URL such as https://www.example.com/help",
    pattern: "^[!-~]{1,\(RedirectDeclaration.maximumTargetBytes)}$",
    accepts: { text in
      (1...RedirectDeclaration.maximumTargetBytes).contains(text.utf8.count)
        && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
  )
}
