// SPDX-License-Identifier: Apache-2.0
// Made by `swift run cldr-tables` from CLDR 48, © Unicode, Inc., SPDX Unicode-3.0.
// swift-format-ignore-file

/// The likely subtags of tags with more than a language.
enum LikelyTagTable {
  /// Tags, each with the full one.
  static let tags = """
    abq_Latn=abq_Latn_TR abq_TR=abq_Latn_TR arc_Hatr=arc_Hatr_IQ arc_Nbat=arc_Nbat_JO
    arc_Palm=arc_Palm_SY az_Arab=az_Arab_IR az_IQ=az_Arab_IQ az_IR=az_Arab_IR az_RU=az_Cyrl_RU
    bap_Krai=bap_Krai_IN cu_Glag=cu_Glag_BG en_Shaw=en_Shaw_GB ff_Adlm=ff_Adlm_GN ha_CM=ha_Arab_CM
    ha_SD=ha_Arab_SD hak_Hant=hak_Hant_TW hak_TW=hak_Hant_TW hnj_Hmng=hnj_Hmng_LA kk_AF=kk_Arab_AF
    kk_Arab=kk_Arab_CN kk_CN=kk_Arab_CN kk_IR=kk_Arab_IR kk_MN=kk_Arab_MN ku_AM=ku_Cyrl_AM
    ku_AZ=ku_Cyrl_AZ ku_Arab=ku_Arab_IQ ku_Cyrl=ku_Cyrl_AM ku_GE=ku_Cyrl_GE ku_IQ=ku_Arab_IQ
    ku_IR=ku_Arab_IR ku_LB=ku_Arab_LB ku_TM=ku_Cyrl_TM ku_Yezi=ku_Yezi_GE ky_Arab=ky_Arab_CN
    ky_CN=ky_Arab_CN ky_Latn=ky_Latn_TR ky_TR=ky_Latn_TR lif_Limb=lif_Limb_IN lzz_GE=lzz_Geor_GE
    lzz_Geor=lzz_Geor_GE man_Nkoo=man_Nkoo_GN mey_Latn=mey_Latn_SN mey_SN=mey_Latn_SN
    mn_CN=mn_Mong_CN mn_Mong=mn_Mong_CN ms_CC=ms_Arab_CC nan_Hant=nan_Hant_TW nan_MO=nan_Hant_MO
    nan_TW=nan_Hant_TW pa_Arab=pa_Arab_PK pa_PK=pa_Arab_PK pal_Phlp=pal_Phlp_CN pi_Deva=pi_Deva_IN
    pi_IN=pi_Deva_IN pi_LK=pi_Sinh_LK pi_MM=pi_Mymr_MM pi_Mymr=pi_Mymr_MM pi_Sinh=pi_Sinh_LK
    pi_TH=pi_Thai_TH pi_Thai=pi_Thai_TH pnt_Cyrl=pnt_Cyrl_RU pnt_Latn=pnt_Latn_TR pnt_RU=pnt_Cyrl_RU
    pnt_TR=pnt_Latn_TR sd_Deva=sd_Deva_IN sd_IN=sd_Deva_IN sd_Khoj=sd_Khoj_IN sd_Sind=sd_Sind_IN
    sr_ME=sr_Latn_ME sr_RO=sr_Latn_RO sr_TR=sr_Latn_TR stu_CN=stu_Tale_CN stu_Tale=stu_Tale_CN
    tg_Arab=tg_Arab_PK tg_PK=tg_Arab_PK ug_Cyrl=ug_Cyrl_KZ ug_KZ=ug_Cyrl_KZ ug_MN=ug_Cyrl_MN
    und=en_Latn_US und_419=es_Latn_419 und_AD=ca_Latn_AD und_AE=ar_Arab_AE und_AF=fa_Arab_AF
    und_AL=sq_Latn_AL und_AM=hy_Armn_AM und_AO=pt_Latn_AO und_AR=es_Latn_AR und_AS=sm_Latn_AS
    und_AT=de_Latn_AT und_AW=nl_Latn_AW und_AX=sv_Latn_AX und_AZ=az_Latn_AZ und_Adlm=ff_Adlm_GN
    und_Aghb=xag_Aghb_AZ und_Ahom=aho_Ahom_IN und_Arab=ar_Arab_EG und_Arab_AF=fa_Arab_AF
    und_Arab_AZ=az_Arab_AZ und_Arab_BN=ms_Arab_BN und_Arab_CC=ms_Arab_CC und_Arab_CN=ug_Arab_CN
    und_Arab_GB=ur_Arab_GB und_Arab_ID=ms_Arab_ID und_Arab_IN=ur_Arab_IN und_Arab_IR=fa_Arab_IR
    und_Arab_KH=cja_Arab_KH und_Arab_MM=rhg_Arab_MM und_Arab_MN=kk_Arab_MN und_Arab_MU=ur_Arab_MU
    und_Arab_NG=ha_Arab_NG und_Arab_PK=ur_Arab_PK und_Arab_TH=mfa_Arab_TH und_Arab_TJ=fa_Arab_TJ
    und_Arab_TR=apc_Arab_TR und_Arab_YT=swb_Arab_YT und_Armi=arc_Armi_IR und_Armn=hy_Armn_AM
    und_Avst=ae_Avst_IR und_BA=bs_Latn_BA und_BD=bn_Beng_BD und_BE=nl_Latn_BE und_BF=fr_Latn_BF
    und_BG=bg_Cyrl_BG und_BH=ar_Arab_BH und_BI=rn_Latn_BI und_BJ=fr_Latn_BJ und_BL=fr_Latn_BL
    und_BN=ms_Latn_BN und_BO=es_Latn_BO und_BQ=pap_Latn_BQ und_BR=pt_Latn_BR und_BT=dz_Tibt_BT
    und_BV=no_Latn_BV und_BY=ru_Cyrl_BY und_Bali=ban_Bali_ID und_Bamu=bax_Bamu_CM
    und_Bass=bsq_Bass_LR und_Batk=bbc_Batk_ID und_Beng=bn_Beng_BD und_Berf=zag_Berf_SD
    und_Bhks=sa_Bhks_IN und_Bopo=zh_Bopo_TW und_Brah=pka_Brah_IN und_Brai=fr_Brai_FR
    und_Bugi=bug_Bugi_ID und_Buhd=bku_Buhd_PH und_CC=ms_Arab_CC und_CD=fr_Latn_CD und_CF=sg_Latn_CF
    und_CG=fr_Latn_CG und_CH=de_Latn_CH und_CI=fr_Latn_CI und_CL=es_Latn_CL und_CM=fr_Latn_CM
    und_CN=zh_Hans_CN und_CO=es_Latn_CO und_CR=es_Latn_CR und_CU=es_Latn_CU und_CV=pt_Latn_CV
    und_CW=pap_Latn_CW und_CY=el_Grek_CY und_CZ=cs_Latn_CZ und_Cakm=ccp_Cakm_BD und_Cans=iu_Cans_CA
    und_Cari=xcr_Cari_TR und_Cham=cjm_Cham_VN und_Cher=chr_Cher_US und_Chrs=xco_Chrs_UZ
    und_Copt=cop_Copt_EG und_Cpmn=und_Cpmn_CY und_Cprt=ecy_Cprt_CY und_Cyrl=ru_Cyrl_RU
    und_Cyrl_AF=kaa_Cyrl_AF und_Cyrl_AL=mk_Cyrl_AL und_Cyrl_AZ=az_Cyrl_AZ und_Cyrl_BA=sr_Cyrl_BA
    und_Cyrl_BG=bg_Cyrl_BG und_Cyrl_GE=ab_Cyrl_GE und_Cyrl_GR=mk_Cyrl_GR und_Cyrl_IR=kaa_Cyrl_IR
    und_Cyrl_KG=ky_Cyrl_KG und_Cyrl_MD=uk_Cyrl_MD und_Cyrl_ME=sr_Cyrl_ME und_Cyrl_MK=mk_Cyrl_MK
    und_Cyrl_MN=mn_Cyrl_MN und_Cyrl_RO=bg_Cyrl_RO und_Cyrl_RS=sr_Cyrl_RS und_Cyrl_SK=uk_Cyrl_SK
    und_Cyrl_TJ=tg_Cyrl_TJ und_Cyrl_TR=kbd_Cyrl_TR und_Cyrl_UA=uk_Cyrl_UA und_Cyrl_UZ=uz_Cyrl_UZ
    und_Cyrl_XK=sr_Cyrl_XK und_DE=de_Latn_DE und_DJ=fr_Latn_DJ und_DK=da_Latn_DK und_DO=es_Latn_DO
    und_DZ=ar_Arab_DZ und_Deva=hi_Deva_IN und_Deva_BT=ne_Deva_BT und_Deva_FJ=hif_Deva_FJ
    und_Deva_MU=bho_Deva_MU und_Deva_NP=ne_Deva_NP und_Deva_PK=btv_Deva_PK und_Diak=dv_Diak_MV
    und_Dogr=doi_Dogr_IN und_Dupl=fr_Dupl_FR und_EA=es_Latn_EA und_EC=es_Latn_EC und_EE=et_Latn_EE
    und_EG=ar_Arab_EG und_EH=ar_Arab_EH und_ER=ti_Ethi_ER und_ES=es_Latn_ES und_ET=am_Ethi_ET
    und_Egyp=egy_Egyp_EG und_Elba=sq_Elba_AL und_Elym=arc_Elym_IR und_Ethi=am_Ethi_ET
    und_Ethi_ER=ti_Ethi_ER und_FI=fi_Latn_FI und_FO=fo_Latn_FO und_FR=fr_Latn_FR und_GA=fr_Latn_GA
    und_GE=ka_Geor_GE und_GF=fr_Latn_GF und_GH=ak_Latn_GH und_GL=kl_Latn_GL und_GN=fr_Latn_GN
    und_GP=fr_Latn_GP und_GQ=es_Latn_GQ und_GR=el_Grek_GR und_GT=es_Latn_GT und_GW=pt_Latn_GW
    und_Gara=wo_Gara_SN und_Geor=ka_Geor_GE und_Glag=cu_Glag_BG und_Gong=wsg_Gong_IN
    und_Gonm=esg_Gonm_IN und_Goth=got_Goth_UA und_Gran=sa_Gran_IN und_Grek=el_Grek_GR
    und_Grek_TR=bgx_Grek_TR und_Gujr=gu_Gujr_IN und_Gukh=gvr_Gukh_NP und_Guru=pa_Guru_IN
    und_HK=zh_Hant_HK und_HN=es_Latn_HN und_HR=hr_Latn_HR und_HT=ht_Latn_HT und_HU=hu_Latn_HU
    und_Hanb=zh_Hanb_TW und_Hang=ko_Hang_KR und_Hani=zh_Hani_CN und_Hano=hnn_Hano_PH
    und_Hans=zh_Hans_CN und_Hant=zh_Hant_TW und_Hant_CA=yue_Hant_CA und_Hant_CN=yue_Hant_CN
    und_Hatr=arc_Hatr_IQ und_Hebr=he_Hebr_IL und_Hebr_SE=yi_Hebr_SE und_Hebr_UA=yi_Hebr_UA
    und_Hebr_US=yi_Hebr_US und_Hira=ja_Hira_JP und_Hluw=hlu_Hluw_TR und_Hmng=hnj_Hmng_LA
    und_Hmnp=mww_Hmnp_US und_Hmnp_AU=hnj_Hmnp_AU und_Hmnp_FR=hnj_Hmnp_FR und_Hmnp_GF=hnj_Hmnp_GF
    und_Hmnp_LA=hnj_Hmnp_LA und_Hmnp_MM=hnj_Hmnp_MM und_Hmnp_SR=hnj_Hmnp_SR und_Hmnp_TH=hnj_Hmnp_TH
    und_Hung=hu_Hung_HU und_IC=es_Latn_IC und_ID=id_Latn_ID und_IL=he_Hebr_IL und_IN=hi_Deva_IN
    und_IQ=ar_Arab_IQ und_IR=fa_Arab_IR und_IS=is_Latn_IS und_IT=it_Latn_IT und_Ital=ett_Ital_IT
    und_JO=ar_Arab_JO und_JP=ja_Jpan_JP und_Jamo=ko_Jamo_KR und_Java=jv_Java_ID und_Jpan=ja_Jpan_JP
    und_KE=sw_Latn_KE und_KG=ky_Cyrl_KG und_KH=km_Khmr_KH und_KM=ar_Arab_KM und_KP=ko_Kore_KP
    und_KR=ko_Kore_KR und_KW=ar_Arab_KW und_KZ=ru_Cyrl_KZ und_Kali=eky_Kali_MM und_Kana=ja_Kana_JP
    und_Kawi=kaw_Kawi_ID und_Khar=pgd_Khar_PK und_Khmr=km_Khmr_KH und_Khoj=sd_Khoj_IN
    und_Kits=zkt_Kits_CN und_Knda=kn_Knda_IN und_Kore=ko_Kore_KR und_Krai=bap_Krai_IN
    und_Kthi=bho_Kthi_IN und_LA=lo_Laoo_LA und_LB=ar_Arab_LB und_LI=de_Latn_LI und_LK=si_Sinh_LK
    und_LS=st_Latn_LS und_LT=lt_Latn_LT und_LU=fr_Latn_LU und_LV=lv_Latn_LV und_LY=ar_Arab_LY
    und_Lana=nod_Lana_TH und_Lana_MM=stu_Lana_MM und_Laoo=lo_Laoo_LA und_Latn_AE=en_Latn_AE
    und_Latn_AF=tk_Latn_AF und_Latn_AM=ku_Latn_AM und_Latn_BD=en_Latn_BD und_Latn_BG=en_Latn_BG
    und_Latn_BT=en_Latn_BT und_Latn_CC=en_Latn_CC und_Latn_CN=za_Latn_CN und_Latn_CY=tr_Latn_CY
    und_Latn_DZ=fr_Latn_DZ und_Latn_EG=en_Latn_EG und_Latn_ER=en_Latn_ER und_Latn_ET=en_Latn_ET
    und_Latn_GR=en_Latn_GR und_Latn_HK=en_Latn_HK und_Latn_IL=en_Latn_IL und_Latn_IN=en_Latn_IN
    und_Latn_IQ=en_Latn_IQ und_Latn_IR=tk_Latn_IR und_Latn_JO=en_Latn_JO und_Latn_KM=fr_Latn_KM
    und_Latn_KZ=en_Latn_KZ und_Latn_LB=en_Latn_LB und_Latn_LK=en_Latn_LK und_Latn_MA=fr_Latn_MA
    und_Latn_MK=sq_Latn_MK und_Latn_MM=kac_Latn_MM und_Latn_MO=en_Latn_MO und_Latn_MR=fr_Latn_MR
    und_Latn_MV=en_Latn_MV und_Latn_NP=en_Latn_NP und_Latn_PK=en_Latn_PK und_Latn_RU=krl_Latn_RU
    und_Latn_SD=en_Latn_SD und_Latn_SS=en_Latn_SS und_Latn_SY=ku_Latn_SY und_Latn_TD=fr_Latn_TD
    und_Latn_TH=en_Latn_TH und_Latn_TN=fr_Latn_TN und_Latn_TW=trv_Latn_TW und_Latn_UA=pl_Latn_UA
    und_Latn_YE=en_Latn_YE und_Lepc=lep_Lepc_IN und_Limb=lif_Limb_IN und_Lina=lab_Lina_GR
    und_Linb=gmy_Linb_GR und_Lisu=lis_Lisu_CN und_Lyci=xlc_Lyci_TR und_Lydi=xld_Lydi_TR
    und_MA=ar_Arab_MA und_MC=fr_Latn_MC und_MD=ro_Latn_MD und_ME=sr_Latn_ME und_MF=fr_Latn_MF
    und_MG=mg_Latn_MG und_MK=mk_Cyrl_MK und_ML=bm_Latn_ML und_MM=my_Mymr_MM und_MN=mn_Cyrl_MN
    und_MO=zh_Hant_MO und_MQ=fr_Latn_MQ und_MR=ar_Arab_MR und_MT=mt_Latn_MT und_MU=fr_Latn_MU
    und_MV=dv_Thaa_MV und_MX=es_Latn_MX und_MY=ms_Latn_MY und_MZ=pt_Latn_MZ und_Mahj=hi_Mahj_IN
    und_Maka=mak_Maka_ID und_Mand=myz_Mand_IR und_Mani=xmn_Mani_CN und_Marc=bo_Marc_CN
    und_Medf=dmf_Medf_NG und_Mend=men_Mend_SL und_Merc=xmr_Merc_SD und_Mero=xmr_Mero_SD
    und_Mlym=ml_Mlym_IN und_Modi=mr_Modi_IN und_Mong=mn_Mong_CN und_Mroo=mro_Mroo_BD
    und_Mtei=mni_Mtei_IN und_Mult=skr_Mult_PK und_Mymr=my_Mymr_MM und_Mymr_IN=kht_Mymr_IN
    und_Mymr_TH=mnw_Mymr_TH und_NA=af_Latn_NA und_NC=fr_Latn_NC und_NE=ha_Latn_NE und_NI=es_Latn_NI
    und_NL=nl_Latn_NL und_NO=nb_Latn_NO und_NP=ne_Deva_NP und_Nagm=unr_Nagm_IN und_Nand=sa_Nand_IN
    und_Narb=xna_Narb_SA und_Nbat=arc_Nbat_JO und_Newa=new_Newa_NP und_Nkoo=man_Nkoo_GN
    und_Nkoo_ML=bm_Nkoo_ML und_OM=ar_Arab_OM und_Ogam=sga_Ogam_IE und_Olck=sat_Olck_IN
    und_Onao=unr_Onao_IN und_Orkh=otk_Orkh_MN und_Orya=or_Orya_IN und_Osge=osa_Osge_US
    und_Osma=so_Osma_SO und_Ougr=oui_Ougr_CN und_PA=es_Latn_PA und_PE=es_Latn_PE und_PF=fr_Latn_PF
    und_PG=tpi_Latn_PG und_PH=fil_Latn_PH und_PK=ur_Arab_PK und_PL=pl_Latn_PL und_PM=fr_Latn_PM
    und_PR=es_Latn_PR und_PS=ar_Arab_PS und_PT=pt_Latn_PT und_PW=pau_Latn_PW und_PY=gn_Latn_PY
    und_Palm=arc_Palm_SY und_Pauc=ctd_Pauc_MM und_Perm=kv_Perm_RU und_Phag=lzh_Phag_CN
    und_Phli=pal_Phli_IR und_Phlp=pal_Phlp_CN und_Phnx=phn_Phnx_LB und_Plrd=hmd_Plrd_CN
    und_Prti=xpr_Prti_IR und_QA=ar_Arab_QA und_RE=fr_Latn_RE und_RO=ro_Latn_RO und_RS=sr_Cyrl_RS
    und_RU=ru_Cyrl_RU und_RW=rw_Latn_RW und_Rjng=rej_Rjng_ID und_Rohg=rhg_Rohg_MM
    und_Runr=non_Runr_SE und_SA=ar_Arab_SA und_SC=fr_Latn_SC und_SD=ar_Arab_SD und_SE=sv_Latn_SE
    und_SI=sl_Latn_SI und_SJ=nb_Latn_SJ und_SK=sk_Latn_SK und_SM=it_Latn_SM und_SN=wo_Latn_SN
    und_SO=so_Latn_SO und_SR=nl_Latn_SR und_SS=ar_Arab_SS und_ST=pt_Latn_ST und_SV=es_Latn_SV
    und_SY=ar_Arab_SY und_Samr=smp_Samr_IL und_Sarb=xsa_Sarb_YE und_Saur=saz_Saur_IN
    und_Sgnw=ase_Sgnw_US und_Shaw=en_Shaw_GB und_Shrd=sa_Shrd_IN und_Sidd=sa_Sidd_IN
    und_Sidt=xsd_Sidt_TR und_Sind=sd_Sind_IN und_Sinh=si_Sinh_LK und_Sogd=sog_Sogd_UZ
    und_Sogo=sog_Sogo_UZ und_Sora=srb_Sora_IN und_Soyo=cmg_Soyo_MN und_Sund=su_Sund_ID
    und_Sunu=suz_Sunu_NP und_Sylo=syl_Sylo_BD und_Syrc=syr_Syrc_IQ und_TD=ar_Arab_TD
    und_TF=fr_Latn_TF und_TG=fr_Latn_TG und_TH=th_Thai_TH und_TJ=tg_Cyrl_TJ und_TK=tkl_Latn_TK
    und_TL=pt_Latn_TL und_TM=tk_Latn_TM und_TN=ar_Arab_TN und_TO=to_Latn_TO und_TR=tr_Latn_TR
    und_TV=tvl_Latn_TV und_TW=zh_Hant_TW und_TZ=sw_Latn_TZ und_Tagb=tbw_Tagb_PH und_Takr=doi_Takr_IN
    und_Tale=tdd_Tale_CN und_Talu=khb_Talu_CN und_Taml=ta_Taml_IN und_Tang=txg_Tang_CN
    und_Tavt=blt_Tavt_VN und_Tayo=tyj_Tayo_VN und_Telu=te_Telu_IN und_Tfng=zgh_Tfng_MA
    und_Tglg=fil_Tglg_PH und_Thaa=dv_Thaa_MV und_Thai=th_Thai_TH und_Thai_CN=lcp_Thai_CN
    und_Thai_KH=kdt_Thai_KH und_Thai_LA=kdt_Thai_LA und_Tibt=bo_Tibt_CN und_Tibt_BT=dz_Tibt_BT
    und_Tirh=mai_Tirh_IN und_Tnsa=nst_Tnsa_IN und_Todr=sq_Todr_AL und_Tols=kru_Tols_IN
    und_Toto=txo_Toto_IN und_Tutg=sa_Tutg_IN und_UA=uk_Cyrl_UA und_UG=sw_Latn_UG und_UY=es_Latn_UY
    und_UZ=uz_Latn_UZ und_Ugar=uga_Ugar_SY und_VA=it_Latn_VA und_VE=es_Latn_VE und_VN=vi_Latn_VN
    und_VU=bi_Latn_VU und_Vaii=vai_Vaii_LR und_Vith=sq_Vith_AL und_WF=fr_Latn_WF und_WS=sm_Latn_WS
    und_Wara=hoc_Wara_IN und_Wcho=nnp_Wcho_IN und_XK=sq_Latn_XK und_Xpeo=peo_Xpeo_IR
    und_Xsux=akk_Xsux_IQ und_YE=ar_Arab_YE und_YT=fr_Latn_YT und_Yezi=ku_Yezi_GE und_Yiii=ii_Yiii_CN
    und_ZW=sn_Latn_ZW und_Zanb=cmg_Zanb_MN unr_Deva=unr_Deva_NP unr_NP=unr_Deva_NP uz_AF=uz_Arab_AF
    uz_Arab=uz_Arab_AF uz_CN=uz_Cyrl_CN yue_CN=yue_Hans_CN yue_Hans=yue_Hans_CN zh_AU=zh_Hant_AU
    zh_BN=zh_Hant_BN zh_Bopo=zh_Bopo_TW zh_GB=zh_Hant_GB zh_GF=zh_Hant_GF zh_HK=zh_Hant_HK
    zh_Hanb=zh_Hanb_TW zh_Hant=zh_Hant_TW zh_ID=zh_Hant_ID zh_MO=zh_Hant_MO zh_PA=zh_Hant_PA
    zh_PF=zh_Hant_PF zh_PH=zh_Hant_PH zh_SR=zh_Hant_SR zh_TH=zh_Hant_TH zh_TW=zh_Hant_TW
    zh_US=zh_Hant_US zh_VN=zh_Hant_VN
    """
}
