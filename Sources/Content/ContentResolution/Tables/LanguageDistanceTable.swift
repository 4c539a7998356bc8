// SPDX-License-Identifier: Apache-2.0
// Made by `swift run cldr-tables` from CLDR 48, © Unicode, Inc., SPDX Unicode-3.0.
// swift-format-ignore-file

/// CLDR's distances between wanted and offered languages.
enum LanguageDistanceTable {
  /// Tags preferred among equally near.
  static let paradigms = """
    en en_GB es es_419 pt_BR pt_PT
    """

  /// Named sets of regions.
  static let variables = """
    $enUS: AS CA GU MH MP PH PR UM US VI $cnsar: HK MO $americas: 019 $maghreb: MA DZ TN LY MR EH
    """

  /// Desired and supported with their distance, `=` both ways, `>` one way.
  static let rows = """
    nb=no/1 hr=bs/4 sh=bs/4 sh=hr/4 sh=sr/4 ssy=aa/4 gsw>de/4 lb>de/4 da=no/8 da=nb/8 ab>ru/30
    ach>en/30 af>en/20 ak>en/30 am>en/30 ay>es/20 az>ru/30 bal>ur/20 be>ru/20 bem>en/30 bh>hi/30
    bn>en/30 bo>zh/20 br>fr/20 ca>es/20 ceb>fil/30 chr>en/20 ckb>ar/30 co>fr/20 crs>fr/20 cs=sk/20
    cy>en/20 ee>en/30 eo>en/30 eu>es/20 fo>da/20 fy>nl/20 ga>en/20 gaa>en/30 gd>en/20 gl>es/20
    gn>es/20 gu>hi/30 ha>en/30 haw>en/20 ht>fr/20 hy>ru/30 ia>en/30 ig>en/30 is>en/20 jv>id/20
    ka>en/30 kg>fr/30 kk>ru/30 km>en/30 kn>en/30 kri>en/30 ku>tr/30 ky>ru/30 la>it/20 lg>en/30
    ln>fr/30 lo>en/30 loz>en/30 lua>fr/30 mai>hi/20 mfe>en/30 mg>fr/30 mi>en/20 ml>en/30 mn>ru/30
    mr>hi/30 ms>id/30 mt>en/30 my>en/30 ne>en/30 nn=nb/20 nn=no/20 nso>en/30 ny>en/30 nyn>en/30
    oc>fr/20 om>en/30 or>en/30 pa>en/30 pcm>en/20 ps>en/30 qu>es/30 rm>de/20 rn>en/30 rw>fr/30
    sa>hi/30 scn>it/20 sd>en/30 si>en/30 sn>en/30 so>en/30 sq>en/30 st>en/30 su>id/20 sw>en/30
    ta>en/30 te>en/30 tg>ru/30 ti>en/30 tk>ru/30 tlh>en/30 tn>en/30 to>en/30 tt>ru/30 tum>en/30
    ug>zh/20 ur>en/30 uz>ru/30 wo>fr/30 xh>en/30 yi>en/30 yo>en/30 za>zh/20 zu>en/30 aao>ar/10
    abh>ar/10 abv>ar/10 acm>ar/10 acq>ar/10 acw>ar/10 acx>ar/10 acy>ar/10 adf>ar/10 aeb>ar/10
    aec>ar/10 afb>ar/10 apc>ar/10 apd>ar/10 arq>ar/10 ars>ar/10 ary>ar/10 arz>ar/10 auz>ar/10
    avl>ar/10 ayh>ar/10 ayl>ar/10 ayn>ar/10 ayp>ar/10 bbz>ar/10 pga>ar/10 shu>ar/10 ssh>ar/10
    azb>az/10 vro>et/10 ffm>ff/10 fub>ff/10 fue>ff/10 fuf>ff/10 fuh>ff/10 fui>ff/10 fuq>ff/10
    fuv>ff/10 gnw>gn/10 gui>gn/10 gun>gn/10 nhd>gn/10 ikt>iu/10 enb>kln/10 eyo>kln/10 niq>kln/10
    oki>kln/10 pko>kln/10 sgc>kln/10 tec>kln/10 tuy>kln/10 knn>kok/10 gkp>kpe/10 ida>luy/10
    lkb>luy/10 lko>luy/10 lks>luy/10 lri>luy/10 lrm>luy/10 lsm>luy/10 lto>luy/10 lts>luy/10
    lwg>luy/10 nle>luy/10 nyd>luy/10 rag>luy/10 ltg>lv/10 bhr>mg/10 bjq>mg/10 bmm>mg/10 bzc>mg/10
    msh>mg/10 skg>mg/10 tdx>mg/10 tkg>mg/10 txy>mg/10 xmv>mg/10 xmw>mg/10 mvf>mn/10 bjn>ms/10
    btj>ms/10 bve>ms/10 bvu>ms/10 coa>ms/10 dup>ms/10 hji>ms/10 id>ms/10 jak>ms/10 jax>ms/10
    kvb>ms/10 kvr>ms/10 kxd>ms/10 lce>ms/10 lcf>ms/10 liw>ms/10 max>ms/10 meo>ms/10 mfa>ms/10
    mfb>ms/10 min>ms/10 mqg>ms/10 msi>ms/10 mui>ms/10 orn>ms/10 ors>ms/10 pel>ms/10 pse>ms/10
    tmw>ms/10 urk>ms/10 vkk>ms/10 vkt>ms/10 xmm>ms/10 zlm>ms/10 zmi>ms/10 dty>ne/10 gax>om/10
    hae>om/10 orc>om/10 spv>or/10 pbt>ps/10 pst>ps/10 qub>qu/10 qud>qu/10 quf>qu/10 qug>qu/10
    quh>qu/10 quk>qu/10 qul>qu/10 qup>qu/10 qur>qu/10 qus>qu/10 quw>qu/10 qux>qu/10 quy>qu/10
    qva>qu/10 qvc>qu/10 qve>qu/10 qvh>qu/10 qvi>qu/10 qvj>qu/10 qvl>qu/10 qvm>qu/10 qvn>qu/10
    qvo>qu/10 qvp>qu/10 qvs>qu/10 qvw>qu/10 qvz>qu/10 qwa>qu/10 qwc>qu/10 qwh>qu/10 qws>qu/10
    qxa>qu/10 qxc>qu/10 qxh>qu/10 qxl>qu/10 qxn>qu/10 qxo>qu/10 qxp>qu/10 qxr>qu/10 qxt>qu/10
    qxu>qu/10 qxw>qu/10 sdc>sc/10 sdn>sc/10 sro>sc/10 aae>sq/10 aat>sq/10 aln>sq/10 aii>syr/10
    uzs>uz/10 yih>yi/10 cdo>zh/10 cjy>zh/10 cnp>zh/10 cpx>zh/10 csp>zh/10 czh>zh/10 czo>zh/10
    gan>zh/10 hak>zh/10 hnm>zh/10 hsn>zh/10 luh>zh/10 lzh>zh/10 mnp>zh/10 nan>zh/10 sjc>zh/10
    wuu>zh/10 yue>zh/10 *=*/80 am_Ethi>en_Latn/10 az_Latn>ru_Cyrl/10 bn_Beng>en_Latn/10
    bo_Tibt>zh_Hans/10 hy_Armn>ru_Cyrl/10 ka_Geor>en_Latn/10 km_Khmr>en_Latn/10 kn_Knda>en_Latn/10
    lo_Laoo>en_Latn/10 ml_Mlym>en_Latn/10 my_Mymr>en_Latn/10 ne_Deva>en_Latn/10 or_Orya>en_Latn/10
    pa_Guru>en_Latn/10 ps_Arab>en_Latn/10 sd_Arab>en_Latn/10 si_Sinh>en_Latn/10 ta_Taml>en_Latn/10
    te_Telu>en_Latn/10 ti_Ethi>en_Latn/10 tk_Latn>ru_Cyrl/10 ur_Arab>en_Latn/10 uz_Latn>ru_Cyrl/10
    yi_Hebr>en_Latn/10 sr_Latn=sr_Cyrl/5 za_Latn>zh_Hans/10 zh_Hani>zh_Hans/20 zh_Hani>zh_Hant/20
    ar_Latn>ar_Arab/20 bn_Latn>bn_Beng/20 gu_Latn>gu_Gujr/20 hi_Latn>hi_Deva/20 kn_Latn>kn_Knda/20
    ml_Latn>ml_Mlym/20 mr_Latn>mr_Deva/20 ta_Latn>ta_Taml/20 te_Latn>te_Telu/20 zh_Latn>zh_Hans/20
    ja_Latn>ja_Jpan/5 ja_Hani>ja_Jpan/5 ja_Hira>ja_Jpan/5 ja_Kana>ja_Jpan/5 ja_Hrkt>ja_Jpan/5
    ja_Hira>ja_Hrkt/5 ja_Kana>ja_Hrkt/5 ko_Hani>ko_Kore/5 ko_Hang>ko_Kore/5 ko_Jamo>ko_Kore/5
    ko_Jamo>ko_Hang/5 *_*=*_*/50 ar_*_$maghreb=ar_*_$maghreb/4 ar_*_$!maghreb=ar_*_$!maghreb/4
    ar_*_*=ar_*_*/5 en_*_$enUS=en_*_$enUS/4 en_*_$!enUS=en_*_GB/3 en_*_$!enUS=en_*_$!enUS/4
    en_*_*=en_*_*/5 es_*_$americas=es_*_$americas/4 es_*_$!americas=es_*_$!americas/4
    es_*_*=es_*_*/5 pt_*_$americas=pt_*_$americas/4 pt_*_$!americas=pt_*_$!americas/4
    pt_*_*=pt_*_*/5 zh_Hant_$cnsar=zh_Hant_$cnsar/4 zh_Hant_$!cnsar=zh_Hant_$!cnsar/4
    zh_Hant_*=zh_Hant_*/5 *_*_*=*_*_*/4
    """
}
