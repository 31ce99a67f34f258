/** The plain text fields of the contract, in its order. The sandbox and the test of the contract use the same names. */
export const CONTACT_TEXTS = [
	'id',
	'first_name',
	'last_name',
	'title',
	'degree',
	'name_suffix',
	'salutation',
	'birthday',
	'company',
	'position',
	'language',
	'nationality',
	'website',
	'employee_id',
] as const;

export const EMPLOYEE_TEXTS = [
	'id',
	'first_name',
	'last_name',
	'phone_number',
	'email',
	'fax_number',
	'position',
	'department',
	'street',
	'house_number',
	'city',
	'zip_code',
	'website',
	'profile_picture_url',
] as const;
