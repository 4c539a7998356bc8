// SPDX-License-Identifier: Apache-2.0

/// JSON Merge Patch (RFC 7396).
extension DataValue {
  /// Returns the value with a patch applied: members of the patch replace members, null ones remove
  /// them, and a patch that is no dictionary replaces everything. Patched values keep their
  /// position in the patch.
  package func patched(with patch: DataValue) -> DataValue {
    guard case .dictionary(let changes) = patch.content else { return patch }
    guard case .dictionary(let dictionary) = content else {
      let nothing = DataValue(.dictionary(DataDictionary()), at: patch.position)
      return nothing.patched(with: patch)
    }
    var members: [DataDictionary.Member?] = dictionary.members
    let places = KeyIndex(dictionary.members, lookups: changes.members.count)
    for change in changes.members {
      let place = places[change.key]
      if case .null = change.value.content {
        if let place { members[place] = nil }
      } else if let place {
        members[place]?.value = dictionary.members[place].value.patched(with: change.value)
      } else {
        let nothing = DataValue(.null, at: change.value.position)
        members.append(
          DataDictionary.Member(
            change.key,
            at: change.keyPosition,
            nothing.patched(with: change.value)
          )
        )
      }
    }
    let unique = DataDictionary(unique: members.compactMap(\.self))
    return DataValue(.dictionary(unique), at: position)
  }
}
