// SPDX-License-Identifier: Apache-2.0

import DataFiles

extension SiteSettings {
  /// What a source says of the site itself, as far as that can be understood, whatever is wrong with
  /// the rest; `nil` where its settings cannot be read at all.
  package init?(declaredIn source: any SiteSource) {
    var findings = Findings()
    let reader = SiteFileReader(source, SiteSettings())
    guard let value = reader.value(of: SiteSettings.path, &findings)?.value,
      case .dictionary = value.content
    else { return nil }
    self = SiteSettings(reading: value, &findings)
  }
}
