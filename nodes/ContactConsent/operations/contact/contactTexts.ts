import type { Words } from '../../upload/uploadFields';

/** The texts of the upload fields that are special to contacts. */
export const words: Words = {
	columnsDescription:
		'Which columns of the input become which fields of the contact. Map Automatically understands the headings of most tables, in six languages. A new contact without a Responsible Employee ID gets the default employee.',
	usualColumns: [
		...['id', 'first_name', 'last_name', 'salutation', 'company', 'position', 'language', 'birthday'],
		...[
			'work_emails',
			'work_phone_numbers',
			'work_mobile_numbers',
			'private_emails',
			'private_mobile_numbers',
		],
		...['work_street', 'work_house_number', 'work_zip_code', 'work_city', 'work_country', 'employee_id'],
	],
	alsoErased: ', also the consents',
};
