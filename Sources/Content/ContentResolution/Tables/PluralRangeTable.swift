// SPDX-License-Identifier: Apache-2.0
// Made by `swift run cldr-tables` from CLDR 48, © Unicode, Inc., SPDX Unicode-3.0.
// swift-format-ignore-file

/// The category of a range from the categories of its ends.
enum PluralRangeTable {
  /// Languages, then `start-end=result`.
  static let ranges = """
    id,ja,km,ko,lo,ms,my,th,vi,yue,zh: other-other=other am,as,bn,gu,hi,hy,kn,mr,ps,zu: one-one=one
    one-other=other other-other=other ka: one-other=one other-one=other other-other=other
    az,de,el,gl,gsw,hu,kk,ky,lij,ml,mn,ne,nl,sc,sq,sw,ta,te,tk,tr,ug,uz: one-other=other
    other-one=one other-other=other af,an,bg,en,et,eu,fi,ia,io,nb,no,pcm,sv,ur: one-other=other
    other-one=other other-other=other da,fil,is,pa: one-one=one one-other=other other-one=one
    other-other=other si: one-one=one one-other=other other-one=other other-other=other ak,fa,or,sd:
    one-one=other one-other=other other-one=one other-other=other mk: one-one=other one-other=other
    other-one=other other-other=other lv: zero-zero=other zero-one=one zero-other=other
    one-zero=other one-one=one one-other=other other-zero=other other-one=one other-other=other he:
    one-two=other one-other=other two-other=other other-one=other other-two=other other-other=other
    ro: one-few=few one-other=other few-one=few few-few=few few-other=other other-few=few
    other-other=other bs,hr,sr: one-one=one one-few=few one-other=other few-one=one few-few=few
    few-other=other other-one=one other-few=few other-other=other fr,pt: one-one=one one-other=other
    other-other=other it,scn: one-other=other other-one=one other-other=other ca,es: one-other=other
    other-one=other other-other=other sl: one-one=few one-two=two one-few=few one-other=other
    two-one=few two-two=two two-few=few two-other=other few-one=few few-two=two few-few=few
    few-other=other other-one=few other-two=two other-few=few other-other=other cs,pl,sk:
    one-few=few one-many=many one-other=other few-few=few few-many=many few-other=other many-one=one
    many-few=few many-many=many many-other=other other-one=one other-few=few other-many=many
    other-other=other be,lt,ru,uk: one-one=one one-few=few one-many=many one-other=other few-one=one
    few-few=few few-many=many few-other=other many-one=one many-few=few many-many=many
    many-other=other other-one=one other-few=few other-many=many other-other=other ga: one-two=two
    one-few=few one-many=many one-other=other two-few=few two-many=many two-other=other few-few=few
    few-many=many few-other=other many-many=many many-other=other other-one=one other-two=two
    other-few=few other-many=many other-other=other cy: zero-one=one zero-two=two zero-few=few
    zero-many=many zero-other=other one-two=two one-few=few one-many=many one-other=other
    two-few=few two-many=many two-other=other few-many=many few-other=other many-other=other
    other-one=one other-two=two other-few=few other-many=many other-other=other ar: zero-one=zero
    zero-two=zero zero-few=few zero-many=many zero-other=other one-two=other one-few=few
    one-many=many one-other=other two-few=few two-many=many two-other=other few-few=few
    few-many=many few-other=other many-few=few many-many=many many-other=other other-one=other
    other-two=other other-few=few other-many=many other-other=other
    """
}
